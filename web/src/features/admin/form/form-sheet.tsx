import { useCallback, useState, type ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { CloseButton } from '../../../ui/button.js';
import { DiscardQuestion, hasUnsavedChanges } from './unsaved-changes.js';
import styles from './form-sheet.module.css';

/** What a form in a sheet gets from the sheet. */
export interface SheetFormProps {
  /** False while the sheet slides out with the form in it. */
  isOpen: boolean;
  /** Keeps the sheet open while a request runs, so that a failure is seen. */
  onSending: (isSending: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

interface FormSheetProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: (form: SheetFormProps) => ReactNode;
}

/** A form beside a list. Asks for confirmation before closing would lose changes of which the form warns. */
export const FormSheet = ({ open, title, onClose, children }: FormSheetProps) => {
  const [isSending, setSending] = useState(false);
  const [isAsked, setAsked] = useState(false);

  const leave = () => {
    setAsked(false);
    onClose();
  };
  const askOrLeave = () => {
    if (isSending) return;
    if (hasUnsavedChanges()) setAsked(true);
    else leave();
  };
  return (
    <>
      <Sheet open={open} title={title} onClose={askOrLeave}>
        {children({ isOpen: open, onSending: setSending, onCancel: askOrLeave, onSaved: leave })}
      </Sheet>
      <DiscardQuestion open={isAsked} onAnswer={(yes) => (yes ? leave() : setAsked(false))} />
    </>
  );
};

interface SheetProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a sheet beside a list. */
export const Sheet = ({ open, title, onClose, children }: SheetProps) => (
  <Dialog open={open} onClose={onClose} label={title} place="right" className={styles.side}>
    <header className={styles.head}>
      <h2>{title}</h2>
      <CloseButton onClick={onClose} />
    </header>
    {children}
  </Dialog>
);

/** Opens and closes a sheet that shows an item, or a new one. `key` counts openings, so that each mounts a new form. */
export const useSheet = <Item,>() => {
  const [{ item, isOpen, key }, setSheet] = useState<{ item?: Item; isOpen: boolean; key: number }>({
    isOpen: false,
    key: 0,
  });
  const open = useCallback((next?: Item) => setSheet((last) => ({ item: next, isOpen: true, key: last.key + 1 })), []);
  // A save that ends late closes only the form it came from.
  const close = () => setSheet((now) => (now.key === key ? { ...now, isOpen: false } : now));
  return { item, isOpen, key, open, close };
};
