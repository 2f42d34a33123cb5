import { useEffect, useEffectEvent } from 'react';

const MARK = 'unsavedChanges';

const isOurs = (): boolean => (window.history.state as Record<string, unknown> | null)?.[MARK] === true;

/** One more entry of the same page: what the browser's back button takes away instead of the page. */
const putEntry = (): void => window.history.pushState({ ...window.history.state, [MARK]: true }, '');

/**
 * While there is something to lose, the browser's back button calls `onBack` instead of leaving the page. The entry keeps
 * the router's own state, so that the router takes it for the page that is open.
 */
export const useBackGuard = (isNeeded: boolean, onBack: () => void): void => {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isNeeded) return;
    putEntry();
    const wentBack = () => {
      putEntry();
      back();
    };
    window.addEventListener('popstate', wentBack);
    return () => {
      window.removeEventListener('popstate', wentBack);
      if (isOurs()) window.history.back();
    };
  }, [isNeeded]);
};
