import { Suspense } from 'react';
import { preloadable } from '../ui/preloadable.js';
import { useInUse } from '../ui/use-in-use.js';
import { useOnce } from '../ui/use-once.js';
import { useAppDispatch, useAppSelector } from './hooks.js';
import { noticeGone } from './notices.slice.js';

const Toaster = preloadable(async () => (await import('../ui/toaster.js')).Toaster);

/** Its live region is there from the first touch on, so that the first notice, too, is announced. */
export const Notices = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ notices }) => notices.shown);
  const isInUse = useInUse();
  const isWanted = useOnce(toast !== null || isInUse);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster toast={toast} onGone={(id) => dispatch(noticeGone(id))} />
    </Suspense>
  );
};
