import type { AppDispatch, AppThunk } from '../../app/store.js';
import { solveAhead, withChallenge } from '../challenge/needed-challenge.js';
import type { Attempt } from './checkout-attempt.js';
import { createOrder } from './checkout.api.js';

/** The solution made while the buyer types another card. */
let prepared: Promise<string | undefined> | undefined;

/** Solves a challenge in case the next order needs one, so that the buyer does not wait for it. */
export const prepareChallenge = (): AppThunk => (dispatch) => {
  prepared = dispatch(solveAhead());
};

/** Sends an attempt, again with its key if the shop needs a solved challenge. */
export const sendOrder = (attempt: Attempt) => async (dispatch: AppDispatch) => {
  const challenge = await prepared;
  prepared = undefined;
  return withChallenge((solution) => dispatch(createOrder.initiate({ ...attempt, challenge: solution })), challenge);
};
