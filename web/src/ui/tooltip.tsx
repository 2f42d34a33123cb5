import { useEffect, useRef, useState, type ReactNode } from 'react';
import { tooltipDelay } from './tooltip-delay.js';
import styles from './tooltip.module.css';

let lastClosed = Number.NEGATIVE_INFINITY;

/**
 * Words that appear while the pointer rests on something. They only repeat for the eye what the element says to a screen
 * reader, so nobody needs to focus it. Escape closes them.
 */
export const Tooltip = ({ words, children }: { words: string; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const timer = useRef<number>(undefined);

  const close = () => {
    window.clearTimeout(timer.current);
    if (open) lastClosed = Date.now();
    setOpen(false);
  };

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <span
      className={styles.anchor}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = window.setTimeout(() => setOpen(true), tooltipDelay(lastClosed, Date.now()));
      }}
      onPointerLeave={close}
    >
      {children}
      {open && (
        <span className={styles.tip} aria-hidden>
          {words}
        </span>
      )}
    </span>
  );
};
