import type { Challenge, ChallengeRequired } from '@geodes/contracts';
import { isApiError } from '../../app/api-error.js';
import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';
import type { Attempt } from './checkout-attempt.js';
import { createOrder, requestChallenge } from './checkout.api.js';

/** The solution made while the buyer types another card. */
let prepared: Promise<string | undefined> | undefined;

/** Solves a challenge in case the next order needs one, so that the buyer does not wait for it. */
export const prepareChallenge = (): AppThunk => (dispatch) => {
  prepared = dispatch(requestChallenge.initiate()).then(({ data }) => (data ? solved(data) : undefined));
};

/** Sends an attempt. If the shop needs a solved challenge, solves it and sends the attempt again with its key. */
export const sendOrder =
  (attempt: Attempt): AppThunk<Promise<Awaited<ReturnType<ReturnType<typeof createOrder.initiate>>>>> =>
  async (dispatch) => {
    const challenge = await prepared;
    prepared = undefined;
    const response = await dispatch(createOrder.initiate({ ...attempt, challenge }));
    const needed = neededChallenge(response.error);
    const solution = needed && (await solved(needed));
    return solution ? dispatch(createOrder.initiate({ ...attempt, challenge: solution })) : response;
  };

/** Returns undefined if the browser cannot solve it: the shop then says that a check is needed. */
const solved = async (challenge: Challenge): Promise<string | undefined> => {
  try {
    const { solveChallenge } = await import('./solve-challenge.js');
    return await solveChallenge(challenge);
  } catch (error) {
    logFailure('The challenge was not solved', error);
    return undefined;
  }
};

const neededChallenge = (error: unknown): Challenge | undefined =>
  isApiError(error) && error.code === 'CHALLENGE_REQUIRED'
    ? (error.details as Partial<ChallengeRequired> | undefined)?.challenge
    : undefined;
