import type { Challenge, ChallengeRequired } from '@geodes/contracts';
import { isApiError } from '../../app/api-error.js';
import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';
import { requestChallenge } from './challenge.api.js';

/** Solves the challenge that the shop asks for in this error. Returns undefined for any other error. */
export const solutionFor = async (error: unknown): Promise<string | undefined> => {
  const needed = neededChallenge(error);
  return needed && solved(needed);
};

/** Solves a challenge before the shop asks for one, so that the user does not wait for it. */
export const solveAhead = (): AppThunk<Promise<string | undefined>> => async (dispatch) => {
  const { data } = await dispatch(requestChallenge.initiate());
  return data && solved(data);
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
