import type { Challenge, ChallengeRequired, ChallengeSolution, SolvedChallenge } from '@geodes/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../app/api.js';
import { isApiError } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';

const challengeApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestChallenge: build.mutation<Challenge, void>({ query: () => ({ url: '/challenge' }) }),
  }),
});

/**
 * Sends a request, with a challenge solved before if there is one. If the shop does not take that, or asks for one,
 * solves the shop's own and sends the request again.
 */
export const withChallenge = async <Response extends { error?: unknown }>(
  send: (challenge: string | undefined) => PromiseLike<Response>,
  solvedBefore?: string,
): Promise<Response> => {
  const response = await send(solvedBefore);
  const needed = neededChallenge(response.error);
  const solution = needed && (await solved(needed));
  return solution ? send(solution) : response;
};

/** Solves a challenge before the shop asks for one, so that the user does not wait for it. */
export const solveAhead = (): AppThunk<Promise<string | undefined>> => async (dispatch) => {
  const { data } = await dispatch(challengeApi.endpoints.requestChallenge.initiate());
  return data && solved(data);
};

/** Solves a challenge while a form is filled in. Returns the function that sends the form with it. */
export const useSolvedChallenge = () => {
  const dispatch = useAppDispatch();
  const prepared = useRef<Promise<string | undefined>>(undefined);
  const renew = useCallback(() => {
    prepared.current = dispatch(solveAhead());
  }, [dispatch]);
  useEffect(renew, [renew]);
  return async <Response extends { error?: unknown }>(
    send: (challenge: string | undefined) => PromiseLike<Response>,
  ): Promise<Response> => {
    const response = await withChallenge(send, await prepared.current);
    // Each solution is accepted once.
    if (response.error) renew();
    return response;
  };
};

/** Returns undefined if the browser cannot solve it: the shop then says that a check is needed. */
const solved = async (challenge: Challenge): Promise<string | undefined> => {
  try {
    return await solve(challenge);
  } catch (error) {
    logFailure('The challenge was not solved', error);
    return undefined;
  }
};

/** A slow phone needs about a second. */
const TIMEOUT_MS = 30_000;

/**
 * Solves a challenge in a worker, which is loaded for it alone. Returns the text to send. Throws an Error after 30 s and
 * in a browser without Web Crypto (a page that is neither HTTPS nor local).
 */
const solve = (challenge: Challenge): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' });
    const end = (solution: ChallengeSolution | null) => {
      clearTimeout(timer);
      worker.terminate();
      if (solution) resolve(btoa(JSON.stringify({ challenge, solution } satisfies SolvedChallenge)));
      else reject(new Error('The challenge was not solved.'));
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<ChallengeSolution | null>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(challenge);
  });

const neededChallenge = (error: unknown): Challenge | undefined =>
  isApiError(error) && error.code === 'CHALLENGE_REQUIRED'
    ? (error.details as Partial<ChallengeRequired> | undefined)?.challenge
    : undefined;
