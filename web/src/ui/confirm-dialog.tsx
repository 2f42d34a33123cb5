import { Button } from './button.js';
import { Dialog } from './dialog.js';
import styles from './dialog.module.css';

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
  <Dialog open={open} onClose={() => onAnswer(false)} label={title} className={styles.question}>
    <h2>{title}</h2>
    <p>{text}</p>
    <div className={styles.answers}>
      <Button look="quiet" onClick={() => onAnswer(false)}>
        {refusal}
      </Button>
      <Button look="danger" busy={busy} onClick={() => onAnswer(true)}>
        {action}
      </Button>
    </div>
  </Dialog>
);
