import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { api } from '../../../app/api.js';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.js';
import { isApiError } from '../../../app/api-error.js';
import { notified } from '../../../app/notices.slice.js';
import type { RootState } from '../../../app/store.js';
import { removeAdminFlag } from './admin-flag.js';

/**
 * Leaves the panel in two steps: while `isLeaving` nothing of it is shown, so that nothing in it reads; then what was read
 * is forgotten. At once, the lists that are still there would ask again, without a session.
 */
export const useLeavePanel = (onLeft: () => void): { isLeaving: boolean; leave: () => void } => {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const finish = useEffectEvent(() => {
    onLeft();
    dispatch(api.util.resetApiState());
  });
  useEffect(() => {
    if (isLeaving) finish();
  }, [isLeaving]);
  const leave = () => {
    removeAdminFlag();
    setIsLeaving(true);
  };
  return { isLeaving, leave };
};

interface CallState {
  endpointName?: string;
  error?: unknown;
  startedTimeStamp?: number;
}

/** A log-in is refused for its PIN. */
const isSessionRefused = (call: CallState | undefined): boolean =>
  isApiError(call?.error) && call.error.status === 401 && call.endpointName !== 'logIn';

/** When the last call began that the server refused for want of a session; 0 where there is none. */
const lastRefusalTime = ({ api: { queries, mutations } }: RootState): number =>
  [...Object.values(queries), ...Object.values(mutations)].reduce(
    (last, call) => (isSessionRefused(call) ? Math.max(last, call?.startedTimeStamp ?? 1) : last),
    0,
  );

/** Asks as the browser does before a page is left. */
const hasUnsavedChanges = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * A session can end while the panel is open: after 8 hours without use, or from another browser. The first call that the
 * server refuses for it, a list or a change, leads back to the log-in, as a failed verification does, unless something that
 * was typed would be lost: a form stays, and can be sent again after a log-in in another tab.
 */
export const useAdminSessionEnd = (leave: () => void): void => {
  const dispatch = useAppDispatch();
  const refusal = useAppSelector(lastRefusalTime);
  const end = useEffectEvent(() => {
    if (hasUnsavedChanges()) return;
    leave();
    dispatch(notified({ title: 'Your session has ended', text: 'Please log in again.' }));
  });
  const last = useRef(0);
  useEffect(() => {
    // an older one comes forward again when the last has gone
    if (refusal <= last.current) return;
    last.current = refusal;
    // first the refused change says that it failed
    setTimeout(() => end());
  }, [refusal]);
};
