import { useEffect } from 'react';

let unsavedForms = 0;

/** Makes the browser ask for confirmation before the page is left or reloaded. */
export const useLeaveWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    unsavedForms += 1;
    return () => {
      window.removeEventListener('beforeunload', ask);
      unsavedForms -= 1;
    };
  }, [isNeeded]);
};

/** Returns whether a form of the page asks for confirmation before it is left. */
export const hasUnsavedChanges = (): boolean => unsavedForms > 0;
