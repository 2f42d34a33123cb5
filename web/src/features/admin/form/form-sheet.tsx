import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { CloseButton } from '../../../ui/icon-button.js';
import { LoggedOutNote } from '../session/logged-out-note.js';
import { DialogAnswers } from '../small-dialog.js';
import styles from './form-sheet.module.css';
import { useLeaveWarning } from './use-leave-warning.js';

/** What a form in a sheet gets from the sheet. */
export interface SheetFormProps {
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

interface FormSheetProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: (form: SheetFormProps) => ReactNode;
}

/** A form beside a list. Asks for confirmation before closing or leaving the page would lose unsaved changes. */
export const FormSheet = ({ open, title, onClose, children }: FormSheetProps) => {
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useLeaveWarning(open && isDirty);

  const leave = () => {
    setDirty(false);
    setAsked(false);
    onClose();
  };
  const askOrLeave = () => (isDirty ? setAsked(true) : leave());
  return (
    <>
      <Dialog open={open} onClose={askOrLeave} label={title} place="right" className={styles.side}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <CloseButton onClick={askOrLeave} />
        </header>
        {children({ isDirty, onDirty: setDirty, onCancel: askOrLeave, onSaved: leave })}
      </Dialog>
      <ConfirmDialog
        open={isAsked}
        title="Discard changes?"
        text="What you changed in this form is not saved."
        action="Discard"
        refusal="Keep editing"
        onAnswer={(yes) => (yes ? leave() : setAsked(false))}
      />
    </>
  );
};

interface FormFootProps {
  failure: string;
  isLoggedOut: boolean;
  isDirty: boolean;
  /** The form will be submitted when its pictures are uploaded. */
  isQueued: boolean;
  isSubmitting: boolean;
  submitLabel: string;
  onCancel: () => void;
}

/** The foot of a form in a sheet: why it was not saved, its state, and its buttons. */
export const FormFoot = (props: FormFootProps) => {
  const { failure, isLoggedOut, isDirty, isQueued, isSubmitting, submitLabel, onCancel } = props;
  return (
    <footer className={styles.foot}>
      <div role="alert" className={styles.failure}>
        {isLoggedOut ? <LoggedOutNote /> : failure}
      </div>
      <p role="status" className={styles.state}>
        {isQueued && 'Saving once the pictures are uploaded …'}
        {!isQueued && isDirty && 'Unsaved changes'}
      </p>
      <DialogAnswers busy={isSubmitting || isQueued} onCancel={onCancel} className={styles.answers}>
        {submitLabel}
      </DialogAnswers>
    </footer>
  );
};
