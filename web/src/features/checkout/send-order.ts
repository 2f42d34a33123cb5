import type { AppThunk } from '../../app/store.js';
import { solutionFor, solveAhead } from '../challenge/needed-challenge.js';
import type { Attempt } from './checkout-attempt.js';
import { createOrder } from './checkout.api.js';

/** The solution made while the buyer types another card. */
let prepared: Promise<string | undefined> | undefined;

/** Solves a challenge in case the next order needs one, so that the buyer does not wait for it. */
export const prepareChallenge = (): AppThunk => (dispatch) => {
  prepared = dispatch(solveAhead());
};

/** Sends an attempt. If the shop needs a solved challenge, solves it and sends the attempt again with its key. */
export const sendOrder =
  (attempt: Attempt): AppThunk<Promise<Awaited<ReturnType<ReturnType<typeof createOrder.initiate>>>>> =>
  async (dispatch) => {
    const challenge = await prepared;
    prepared = undefined;
    const response = await dispatch(createOrder.initiate({ ...attempt, challenge }));
    const solution = await solutionFor(response.error);
    return solution ? dispatch(createOrder.initiate({ ...attempt, challenge: solution })) : response;
  };
