import { Suspense } from 'react';
import { preloadable } from '../../ui/preloadable.js';
import type { Toast } from '../../ui/toaster.js';
import { useFirstInteraction } from '../../ui/use-first-interaction.js';
import { useLatch } from '../../ui/use-latch.js';
import { FallbackBoundary } from '../../ui/fallback-boundary.js';
import { useAppDispatch, useAppSelector } from '../hooks.js';
import styles from './layout.module.css';
import { noticeGone } from '../notices.slice.js';

const Plain = ({ toast }: { toast: Toast | null }) =>
  toast && (
    <p role="alert" className={styles.plain}>
      <b>{toast.title}</b> {toast.text}
    </p>
  );
const Toaster = preloadable(async () => (await import('../../ui/toaster.js')).Toaster, { Waiting: Plain });

/**
 * Its live region is there from the first touch on, so that the first notice, too, is announced. Where the toaster cannot be
 * fetched, a notice is still said, in plain words: the last one stays.
 */
export const Notices = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ notices }) => notices.shown);
  const hasReceipt = useAppSelector(({ checkout }) => checkout.confirmation !== null);
  const isInUse = useFirstInteraction();
  const isWanted = useLatch(toast !== null || isInUse);
  if (!isWanted) return null;
  return (
    <FallbackBoundary fallback={<Plain toast={toast} />}>
      <Suspense>
        <Toaster toast={toast} isAtTop={hasReceipt} onGone={(id) => dispatch(noticeGone(id))} />
      </Suspense>
    </FallbackBoundary>
  );
};
