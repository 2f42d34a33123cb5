import { useEffect, useEffectEvent, useState } from 'react';
import { api, unauthorizedListeners } from '../../../app/api.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
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

/** The server refuses these with 401 because of the PIN too. */
const PIN_CALLS = ['/admin/verify', '/admin/pin'];

/**
 * Leaves the panel in two steps. First `isLeaving` unmounts the tabs, then the cache is cleared. Mounted lists would refetch
 * at once after the clearing, without a session.
 *
 * Leaves by itself when the server refuses a call because the session has ended: after 8 hours without use, or from another
 * browser. Stays if typed text would be lost: the form can be sent again after a log-in in another tab.
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
  const end = useEffectEvent(() => {
    if (isLeaving || hasUnsavedChanges()) return;
    leave();
    dispatch(notified({ title: 'Your session has ended', text: 'Please log in again.' }));
  });
  useEffect(() => {
    const listener = (url: string) => {
      // After the notice of the failed change.
      if (!PIN_CALLS.includes(url)) setTimeout(() => end());
    };
    unauthorizedListeners.add(listener);
    return () => void unauthorizedListeners.delete(listener);
  }, []);
  return { isLeaving, leave };
};
