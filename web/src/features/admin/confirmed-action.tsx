import { useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified, type Notice } from '../../app/notices.slice.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';

interface ConfirmedActionProps<Subject> {
  /** What the action changes; null closes the dialog. */
  subject: Subject | null;
  title: string;
  text: string;
  /** Label of the confirming button. */
  action: string;
  run: (subject: Subject) => Promise<{ error?: unknown }>;
  /** The notice of a success. */
  done: (subject: Subject) => Notice;
  /** The notice of a failure. An error's own message replaces the text. */
  failed: { title: string; text: string };
  onClose: () => void;
}

/** Asks for confirmation, runs an action and reports the outcome. */
export const ConfirmedAction = <Subject,>(props: ConfirmedActionProps<Subject>) => {
  const { subject, title, text, action, run, done, failed, onClose } = props;
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const answer = async (yes: boolean) => {
    // Stays open until the outcome: it would close the next question.
    if (isBusy) return;
    if (!yes || subject === null) return onClose();
    setIsBusy(true);
    const { error } = await run(subject);
    setIsBusy(false);
    onClose();
    dispatch(
      notified(error ? { title: failed.title, text: messageOf(error, failed.text), tone: 'bad' } : done(subject)),
    );
  };
  return (
    <ConfirmDialog
      open={subject !== null}
      title={title}
      text={text}
      action={action}
      busy={isBusy}
      onAnswer={(yes) => void answer(yes)}
    />
  );
};
