import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified, type Notice } from '../../app/notices.slice.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import dialog from '../../ui/dialog.module.css';

interface Result {
  error?: unknown;
}

/** Reports the outcome of a call by a notice: `done`, or why it failed. Returns whether it succeeded. */
export const useReport = () => {
  const dispatch = useAppDispatch();
  return ({ error }: Result, failed: { title: string; text?: string }, done?: Notice): boolean => {
    if (error) {
      const text = messageOf(error, failed.text ?? 'Please try again.');
      dispatch(notified({ title: failed.title, text, tone: 'bad' }));
    } else if (done) dispatch(notified(done));
    return !error;
  };
};

interface ActionButtonProps extends ComponentProps<typeof Button> {
  run: () => Promise<Result>;
  /** Title of the notice of a failure. */
  failed: string;
  done?: Notice;
  onDone?: () => void;
}

/** A button that runs an action, is busy meanwhile and reports the outcome. */
export const ActionButton = ({ run, failed, done, onDone, ...button }: ActionButtonProps) => {
  const report = useReport();
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    const result = await run();
    setIsBusy(false);
    if (report(result, { title: failed }, done)) onDone?.();
  };
  return <Button size="small" {...button} busy={isBusy} onClick={() => void press()} />;
};

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** Label of the confirming button. */
  action: string;
  /** Label of the cancelling button. */
  refusal?: string;
  busy?: boolean;
  onAnswer: (yes: boolean) => void;
}

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = ({
  open,
  title,
  text,
  action,
  refusal = 'Cancel',
  busy,
  onAnswer,
}: ConfirmDialogProps) => (
  <Dialog open={open} onClose={() => onAnswer(false)} label={title} className={dialog.question}>
    <h2>{title}</h2>
    <p>{text}</p>
    <div className={dialog.answers}>
      <Button look="quiet" onClick={() => onAnswer(false)}>
        {refusal}
      </Button>
      <Button look="danger" busy={busy} onClick={() => onAnswer(true)}>
        {action}
      </Button>
    </div>
  </Dialog>
);

interface ConfirmedActionProps<Subject> {
  /** What the action changes; null closes the dialog. */
  subject: Subject | null;
  title: string;
  text: string;
  /** Label of the confirming button. */
  action: string;
  run: (subject: Subject) => Promise<Result>;
  /** The notice of a success. */
  done: (subject: Subject) => Notice;
  /** An error's own message replaces the text. */
  failed: { title: string; text?: string };
  onClose: () => void;
}

/** Asks for confirmation, runs an action and reports the outcome. */
export const ConfirmedAction = <Subject,>(props: ConfirmedActionProps<Subject>) => {
  const { subject, title, text, action, run, done, failed, onClose } = props;
  const report = useReport();
  const [isBusy, setIsBusy] = useState(false);
  const answer = async (yes: boolean) => {
    // Stays open until the outcome: it would close the next question.
    if (isBusy) return;
    if (!yes || subject === null) return onClose();
    setIsBusy(true);
    const result = await run(subject);
    setIsBusy(false);
    onClose();
    report(result, failed, done(subject));
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

interface EditButtonsProps<Item> {
  item: Item;
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
}

/** The buttons of an item in a list. */
export const EditButtons = <Item extends { title: string }>({ item, onEdit, onDelete }: EditButtonsProps<Item>) => (
  <>
    <IconButton label={`Edit ${item.title}`} onClick={() => onEdit(item)}>
      <Pencil className="icon-s" aria-hidden />
    </IconButton>
    <IconButton label={`Delete ${item.title}`} onClick={() => onDelete(item)}>
      <Trash2 className="icon-s" aria-hidden />
    </IconButton>
  </>
);
