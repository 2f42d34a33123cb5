import { useCallback, useEffect, useRef } from 'react';
import { useAppDispatch } from '../../app/hooks.js';
import { solveAhead } from './needed-challenge.js';

/** Solves a challenge while a form is filled in. Each solution is accepted once: after a refusal the form renews it. */
export const useSolvedChallenge = () => {
  const dispatch = useAppDispatch();
  const prepared = useRef<Promise<string | undefined>>(undefined);
  const renew = useCallback(() => {
    prepared.current = dispatch(solveAhead());
  }, [dispatch]);
  useEffect(renew, [renew]);
  return { solution: () => prepared.current, renew };
};
