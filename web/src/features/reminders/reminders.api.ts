import type { Nothing } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { AppThunk } from '../../app/store.js';
import { solutionFor } from '../challenge/needed-challenge.js';

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

/** Asks for a reminder. If the shop does not take the solved challenge, solves its own and asks again. */
export const sendReminder =
  (
    reminder: Reminder,
    challenge: string | undefined,
  ): AppThunk<Promise<Awaited<ReturnType<ReturnType<typeof askReminder.initiate>>>>> =>
  async (dispatch) => {
    const response = await dispatch(askReminder.initiate({ ...reminder, challenge }));
    const solution = await solutionFor(response.error);
    return solution ? dispatch(askReminder.initiate({ ...reminder, challenge: solution })) : response;
  };
