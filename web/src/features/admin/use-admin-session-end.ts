import { useEffect, useEffectEvent } from 'react';
import { isApiError } from '../../app/api-error.js';
import { api } from '../../app/api.js';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import type { RootState } from '../../app/store.js';
import { removeAdminFlag } from './admin-flag.js';

interface Call {
  endpointName?: string;
  error?: unknown;
}

/** A wrong PIN is a 401 too, and a session that is only being verified has its own way out. */
const ASKS_FOR_A_SESSION = ['logIn', 'verifySession'];

const wasRefused = (call: Call | undefined): boolean =>
  isApiError(call?.error) && call.error.status === 401 && !ASKS_FOR_A_SESSION.includes(call.endpointName ?? '');

const hasEnded = ({ api: { queries, mutations } }: RootState): boolean =>
  [...Object.values(queries), ...Object.values(mutations)].some(wasRefused);

/**
 * A session can end while the panel is open: after 8 hours without use, or from another browser. The first call that the
 * server refuses for it leads back to the log-in, as a failed verification does.
 */
export const useAdminSessionEnd = (onLeft: () => void): void => {
  const dispatch = useAppDispatch();
  const isOver = useAppSelector(hasEnded);
  const leave = useEffectEvent(() => {
    removeAdminFlag();
    onLeft();
    dispatch(api.util.resetApiState());
    dispatch(notified({ title: 'Your session has ended', text: 'Please log in again.' }));
  });
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
};
