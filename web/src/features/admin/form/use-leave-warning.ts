import { useEffect } from 'react';

/** Makes the browser ask for confirmation before the page is left or reloaded. */
export const useLeaveWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};

/** Returns whether a form would ask for confirmation before the page is left. */
export const hasUnsavedChanges = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
