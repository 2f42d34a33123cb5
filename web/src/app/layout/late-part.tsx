import type { ReactNode } from 'react';
import { Button, CloseButton } from '../../ui/button.js';
import { FallbackBoundary, WhenOpened } from '../../ui/preloadable.js';
import styles from './layout.module.css';

interface LatePartProps {
  open: boolean;
  onClose: () => void;
  /** What a failure must still say; by default a reload is offered. */
  essence?: ReactNode;
  children: ReactNode;
}

/** A drawer or dialog in its own chunk. If it cannot be shown, a notice at the edge of the window says so. */
export const LatePart = ({ open, onClose, essence, children }: LatePartProps) => {
  const notice = open && (
    <div role="alert" className={`row between ${styles.plain} ${styles.failed}`}>
      {essence ?? (
        <>
          <p>
            <b>Something went wrong</b> This part of the page could not be shown.
          </p>
          {/* Browsers cache a failed import until then. */}
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      )}
      <CloseButton onClick={onClose} />
    </div>
  );
  return (
    <FallbackBoundary fallback={notice}>
      <WhenOpened open={open}>{children}</WhenOpened>
    </FallbackBoundary>
  );
};
