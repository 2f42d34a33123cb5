import type { Nothing } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { AppThunk } from '../../app/store.js';
import { withChallenge } from '../challenge/needed-challenge.js';

interface Reminder {
  geodeId: string;
  email: string;
}

const remindersApi = api.injectEndpoints({
  endpoints: (build) => ({
    askReminder: build.mutation<Nothing, Reminder & { challenge: string | undefined }>({
      query: ({ geodeId, ...body }) => ({
        url: `/geodes/${encodeURIComponent(geodeId)}/reminders`,
        method: 'POST',
        body,
      }),
    }),
  }),
});

const { askReminder } = remindersApi.endpoints;

/** Sends a request for a reminder. `challenge` is a solved one, if the form has one. */
export const sendReminder =
  (reminder: Reminder, challenge: string | undefined): AppThunk<Promise<{ error?: unknown }>> =>
  (dispatch) =>
    withChallenge((solution) => dispatch(askReminder.initiate({ ...reminder, challenge: solution })), challenge);
