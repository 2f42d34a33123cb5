import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './small-dialog.module.css';

interface SmallDialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A dialog with a few fields. */
export const SmallDialog = ({ title, className, children, ...dialog }: SmallDialogProps) => (
  <Dialog {...dialog} label={title} className={classNames(styles.dialog, className)}>
    <h2>{title}</h2>
    {children}
  </Dialog>
);

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

/** The buttons of a form in a dialog: one cancels, one submits. */
export const DialogAnswers = (props: DialogAnswersProps) => {
  const { cancelLabel = 'Cancel', onCancel, className = styles.answers, ...submit } = props;
  return (
    <div className={className}>
      <Button look="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" {...submit} />
    </div>
  );
};
