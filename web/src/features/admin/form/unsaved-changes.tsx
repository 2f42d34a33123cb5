import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../actions.js';

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

interface DiscardQuestionProps {
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** Asks before unsaved changes of a form are lost. */
export const DiscardQuestion = (props: DiscardQuestionProps) => (
  <ConfirmDialog
    {...props}
    title="Discard changes?"
    text="What you changed in this form is not saved."
    action="Discard"
    refusal="Keep editing"
  />
);

/** Runs an action that loses unsaved changes of the page, after a question if there are any. Render `question`. */
export const useDiscardQuestion = () => {
  const [action, setAction] = useState<() => void>();
  return {
    askBefore: (next: () => void): void => (hasUnsavedChanges() ? setAction(() => next) : next()),
    question: (
      <DiscardQuestion
        open={action !== undefined}
        onAnswer={(yes) => {
          setAction(undefined);
          if (yes) action?.();
        }}
      />
    ),
  };
};
