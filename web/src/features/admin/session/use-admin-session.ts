import { useEffect, useRef, useState } from 'react';
import { hasAdminFlag, removeAdminFlag } from './admin-flag.js';
import { useVerifySessionMutation } from './session.api.js';

export type AdminSession = 'none' | 'verifying' | 'valid';

/** Verifies the session with the server if the browser has the flag. Removes the flag if the session is invalid. */
export const useAdminSession = (): AdminSession => {
  const [session, setSession] = useState<AdminSession>(() => (hasAdminFlag() ? 'verifying' : 'none'));
  const [verify] = useVerifySessionMutation();
  const hasStarted = useRef(false);

  useEffect(() => {
    if (session !== 'verifying' || hasStarted.current) return;
    hasStarted.current = true;
    void verify().then(({ error }) => {
      if (error) removeAdminFlag();
      setSession(error ? 'none' : 'valid');
    });
  }, [session, verify]);

  return session;
};
