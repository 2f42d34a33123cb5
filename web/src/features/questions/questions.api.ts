import type { Nothing, QuestionBody } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { AppThunk } from '../../app/store.js';
import { solutionFor } from '../challenge/needed-challenge.js';

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

/** Sends a question. If the shop does not take the solved challenge, solves its own and sends the question again. */
export const sendQuestion =
  (
    question: SentQuestion,
    challenge: string | undefined,
  ): AppThunk<Promise<Awaited<ReturnType<ReturnType<typeof askQuestion.initiate>>>>> =>
  async (dispatch) => {
    const response = await dispatch(askQuestion.initiate({ ...question, challenge }));
    const solution = await solutionFor(response.error);
    return solution ? dispatch(askQuestion.initiate({ ...question, challenge: solution })) : response;
  };
