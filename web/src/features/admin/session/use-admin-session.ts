import { useEffect, useRef, useState } from 'react';
import { hasAdminFlag, removeAdminFlag } from './admin-flag.js';
import { useVerifySessionMutation } from './session.api.js';

export type AdminSession = 'none' | 'asked' | 'valid';

/** Verifies the session with the server if the browser has the flag. Removes the flag if the session is invalid. */
export const useAdminSession = (): AdminSession => {
  const [session, setSession] = useState<AdminSession>(() => (hasAdminFlag() ? 'asked' : 'none'));
  const [verify] = useVerifySessionMutation();
  const wasAsked = useRef(false);

  useEffect(() => {
    if (session !== 'asked' || wasAsked.current) return;
    wasAsked.current = true;
    void verify().then(({ error }) => {
      if (error) removeAdminFlag();
      setSession(error ? 'none' : 'valid');
    });
  }, [session, verify]);

  return session;
};
