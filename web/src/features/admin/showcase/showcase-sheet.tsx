import type { ShowcaseItem } from '@geodes/contracts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { ShowcaseFormFields } from './showcase-form-fields.js';
import styles from '../form/form-sheet.module.css';
import { useLeaveWarning } from '../form/use-leave-warning.js';

interface ShowcaseSheetProps {
  open: boolean;
  /** Left out for a new one. */
  item?: ShowcaseItem;
  onClose: () => void;
}

/** The form beside the showcase. Every way out of it that would lose something asks first. */
export const ShowcaseSheet = ({ open, item, onClose }: ShowcaseSheetProps) => {
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useLeaveWarning(open && isDirty);

  const leave = () => {
    setDirty(false);
    setAsked(false);
    onClose();
  };
  const askOrLeave = () => (isDirty ? setAsked(true) : leave());
  const title = item ? 'Edit showcase item' : 'Add Showcase Item';
  return (
    <>
      <Dialog open={open} onClose={askOrLeave} label={title} place="right" className={styles.side}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <IconButton label="Close" onClick={askOrLeave}>
            <X className="icon" aria-hidden />
          </IconButton>
        </header>
        <ShowcaseFormFields item={item} isDirty={isDirty} onDirty={setDirty} onCancel={askOrLeave} onSaved={leave} />
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
