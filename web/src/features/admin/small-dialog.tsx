import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { Button, type ButtonLook } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { isLoggedOut } from './form/failure.js';
import { LoggedOutNote } from './form/failure-note.js';
import { useLeaveWarning } from './form/unsaved-changes.js';
import styles from './panel.module.css';

interface SmallDialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** Receives whether the request of the form in a small dialog runs; null in other dialogs. */
const SetBusy = createContext<((isBusy: boolean) => void) | null>(null);

/** A dialog with a few fields. Stays open while the request of its form runs, so that a failure is seen. */
export const SmallDialog = ({ title, className, children, onClose, ...dialog }: SmallDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      {...dialog}
      onClose={() => !isBusy && onClose()}
      label={title}
      className={classNames(styles.dialog, className)}
    >
      <h2>{title}</h2>
      <SetBusy value={setBusy}>{children}</SetBusy>
    </Dialog>
  );
};

interface DialogAnswersProps {
  cancelLabel?: string;
  onCancel: () => void;
  /** Of the submitting button. */
  look?: ButtonLook;
  busy: boolean;
  disabled?: boolean;
  className?: string;
  /** Label of the submitting button. */
  children: ReactNode;
}

/** The buttons of a form in a dialog: one cancels, unless it is a small dialog that is busy; one submits. */
export const DialogAnswers = (props: DialogAnswersProps) => {
  const { cancelLabel = 'Cancel', onCancel, className = styles.answers, ...submit } = props;
  const { busy } = submit;
  const setBusy = useContext(SetBusy);
  useEffect(() => setBusy?.(busy), [setBusy, busy]);
  const isKept = setBusy !== null && busy;
  return (
    <div className={className}>
      <Button look="quiet" aria-disabled={isKept || undefined} onClick={isKept ? undefined : onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" {...submit} />
    </div>
  );
};

interface TextFormProps {
  label: string;
  /** What the field begins with. */
  present?: string;
  maxLength: number;
  /** Shown if nothing was typed. */
  missing: string;
  send: (text: string) => Promise<{ error?: unknown }>;
  /** Shown if the call failed without a message of the server. */
  failed: string;
  onSent: () => void;
  onCancel: () => void;
  look?: ButtonLook;
  /** Label of the submitting button. */
  action: string;
}

/** The form of a dialog with one text, which must not be empty. */
export const TextForm = (props: TextFormProps) => {
  const { label, present = '', maxLength, missing, send, failed, onSent, onCancel, look, action } = props;
  const [text, setText] = useState(present);
  const [problem, setProblem] = useState<string>();
  const [mustLogIn, setMustLogIn] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLeaveWarning(text.trim() !== present);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') {
      setProblem(missing);
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    const { error } = await send(text);
    setIsBusy(false);
    setMustLogIn(isLoggedOut(error));
    if (error) setProblem(messageOf(error, failed));
    else onSent();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={field}
        label={label}
        value={text}
        maxLength={maxLength}
        error={problem}
        isAlerting
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      {mustLogIn && <LoggedOutNote />}
      <DialogAnswers look={look} busy={isBusy} onCancel={onCancel}>
        {action}
      </DialogAnswers>
    </form>
  );
};
