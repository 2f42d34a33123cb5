import { FallbackBoundary, preloadable, Suspense, useFirstInteraction, useLatch } from '../../ui/preloadable.js';
import type { Toast } from '../../ui/toaster.js';
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
 * Mounts the toaster on the first interaction, so that its live region also announces the first notice. If the toaster
 * cannot be fetched, the latest notice is shown as plain text.
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
