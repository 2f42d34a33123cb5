import type { ComponentType, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, CloseButton } from '../ui/button.js';
import { FallbackBoundary, preloadable, Suspense, useLatch } from '../ui/preloadable.js';
import styles from './layout/layout.module.css';
import { OfflineNotice } from './load-failure.js';

interface Openable {
  open: boolean;
  onClose: () => void;
}

interface LatePartProps extends Openable {
  /** What a failure must still say; by default a reload is offered. */
  essence?: ReactNode;
  children: ReactNode;
}

/**
 * A drawer or dialog in its own chunk, rendered from the first time it is open. If it cannot be shown, a notice at the
 * edge of the window says so.
 */
export const LatePart = ({ open, onClose, essence, children }: LatePartProps) => {
  const isWanted = useLatch(open);
  return (
    <FallbackBoundary fallback={open && <Notice onClose={onClose} essence={essence} />}>
      {isWanted && <Suspense>{children}</Suspense>}
    </FallbackBoundary>
  );
};

/** Makes a drawer or dialog in its own chunk, within a `LatePart`. While offline, a toast says that it opens later. */
export const lateDialog = <Props extends Openable>(fetch: () => Promise<ComponentType<Props>>) => {
  const Part = preloadable(fetch, { Waiting: OfflineNotice });
  const Dialog = (props: Props) => (
    <LatePart open={props.open} onClose={props.onClose}>
      <Part {...props} />
    </LatePart>
  );
  return Object.assign(Dialog, { preload: Part.preload, load: Part.load });
};

/** In the body, because a card on a phone contains what is fixed in it (`content-visibility`). */
const Notice = ({ onClose, essence }: Pick<LatePartProps, 'onClose' | 'essence'>) =>
  createPortal(
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
    </div>,
    document.body,
  );
