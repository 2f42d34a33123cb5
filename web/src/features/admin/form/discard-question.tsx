import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { hasUnsavedChanges } from './use-leave-warning.js';

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
