import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.js';
import styles from './toaster.module.css';

export interface Toast {
  id: number;
  title: string;
  text?: string;
  tone: 'plain' | 'bad';
  /** Milliseconds until it goes by itself. */
  duration: number;
}

interface ToasterProps {
  toast: Toast | null;
  onGone: (id: number) => void;
}

/**
 * Shows one toast at most. The live regions are always there, so that a toast put into them is announced; they stand in
 * the body, outside what an open dialog makes inert.
 */
export const Toaster = ({ toast, onGone }: ToasterProps) => {
  const shown = toast && <ToastCard key={toast.id} toast={toast} onGone={onGone} />;
  return createPortal(
    <div className={styles.place}>
      <div role="status">{toast?.tone === 'plain' && shown}</div>
      <div role="alert">{toast?.tone === 'bad' && shown}</div>
    </div>,
    document.body,
  );
};

const ToastCard = ({ toast, onGone }: { toast: Toast; onGone: (id: number) => void }) => {
  const timer = useRef<number>(undefined);
  const left = useRef({ duration: toast.duration, since: 0 });

  const run = () => {
    left.current.since = Date.now();
    timer.current = window.setTimeout(() => onGone(toast.id), left.current.duration);
  };
  /** Whoever points at a toast is still reading it. */
  const pause = () => {
    window.clearTimeout(timer.current);
    left.current.duration = Math.max(1_000, left.current.duration - (Date.now() - left.current.since));
  };

  useEffect(() => {
    run();
    return () => window.clearTimeout(timer.current);
    // A toast never changes: it has a key of its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div
      className={classNames(styles.toast, toast.tone === 'bad' && styles.bad)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && pause()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && run()}
    >
      <b className={styles.title}>{toast.title}</b>
      {toast.text}
    </div>
  );
};
