import type { Nothing, QuestionBody } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { AppThunk } from '../../app/store.js';
import { withChallenge } from '../challenge/needed-challenge.js';

interface SentQuestion extends QuestionBody {
  geodeId: string;
  /** The Idempotency-Key. */
  key: string;
}

const questionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    askQuestion: build.mutation<Nothing, SentQuestion & { challenge: string | undefined }>({
      query: ({ geodeId, key, ...body }) => ({
        url: `/geodes/${encodeURIComponent(geodeId)}/questions`,
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body,
      }),
    }),
  }),
});

const { askQuestion } = questionsApi.endpoints;

/** Sends a question. `challenge` is a solved one, if the form has one. */
export const sendQuestion =
  (question: SentQuestion, challenge: string | undefined): AppThunk<Promise<{ error?: unknown }>> =>
  (dispatch) =>
    withChallenge((solution) => dispatch(askQuestion.initiate({ ...question, challenge: solution })), challenge);
