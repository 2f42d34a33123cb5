import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isApiError } from '../../../app/api-error.js';
import { api } from '../../../app/api.js';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import type { RootState } from '../../../app/store.js';
import { hasUnsavedChanges } from '../form/unsaved-changes.js';
import { hasAdminFlag, removeAdminFlag } from './admin-flag.js';
import { useVerifySessionMutation } from './session.api.js';

type AdminSession = 'none' | 'verifying' | 'valid';

/** Verifies the session with the server if the browser has the flag. Removes the flag if the session is invalid. */
export const useAdminSession = (): AdminSession => {
  const [session, setSession] = useState<AdminSession>(() => (hasAdminFlag() ? 'verifying' : 'none'));
  const [verify] = useVerifySessionMutation();
  useEffect(() => {
    if (!hasAdminFlag()) return;
    void verify().then(({ error }) => {
      if (error) removeAdminFlag();
      setSession(error ? 'none' : 'valid');
    });
  }, [verify]);
  return session;
};

/**
 * Leaves the panel in two steps. First `isLeaving` unmounts the tabs, then the cache is cleared. Mounted lists would refetch
 * at once after the clearing, without a session.
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
  status?: string;
  error?: unknown;
  startedTimeStamp?: number;
}

/** The server refuses these with 401 because of the PIN. */
const PIN_CALLS = ['logIn', 'provePin', 'changePin'];

/** Returns whether the server refused a call for lack of a session. A call that is repeated keeps its error meanwhile. */
const isSessionRefused = (call: CallState | undefined): boolean =>
  call?.status === 'rejected' &&
  isApiError(call.error) &&
  call.error.status === 401 &&
  !PIN_CALLS.includes(call.endpointName ?? '');

/** Returns the start time of the last call that the server refused for lack of a session; 0 if there is none. */
const lastRefusalTime = ({ api: { queries, mutations } }: RootState): number =>
  [...Object.values(queries), ...Object.values(mutations)].reduce(
    (last, call) => (isSessionRefused(call) ? Math.max(last, call?.startedTimeStamp ?? 1) : last),
    0,
  );

/**
 * Leads back to the log-in when the server refuses a call because the session has ended: after 8 hours without use, or from
 * another browser. Stays if typed text would be lost: the form can be sent again after a log-in in another tab.
 */
export const useAdminSessionEnd = (leave: () => void): void => {
  const dispatch = useAppDispatch();
  const refusal = useAppSelector(lastRefusalTime);
  const end = useEffectEvent(() => {
    if (hasUnsavedChanges()) return;
    leave();
    dispatch(notified({ title: 'Your session has ended', text: 'Please log in again.' }));
  });
  // What was refused before the panel opened says nothing about its session.
  const last = useRef(refusal);
  useEffect(() => {
    // An older refusal becomes the last one when the cache drops the newer.
    if (refusal <= last.current) return;
    last.current = refusal;
    // After the notice of the failed change.
    setTimeout(() => end());
  }, [refusal]);
};
