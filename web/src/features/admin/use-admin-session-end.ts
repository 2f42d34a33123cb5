import { useEffect, useEffectEvent } from 'react';
import { isApiError } from '../../app/api-error.js';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import type { RootState } from '../../app/store.js';

interface Read {
  error?: unknown;
  startedTimeStamp?: number;
}

const isRefused = (read: Read | undefined): boolean => isApiError(read?.error) && read.error.status === 401;

/** When the last read began that the server refused for want of a session; 0 where there is none. */
const lastRefusal = ({ api: { queries } }: RootState): number =>
  Math.max(0, ...Object.values(queries).map((read) => (isRefused(read) ? (read?.startedTimeStamp ?? 1) : 0)));

/** Asks as the browser does before a page is left. */
const hasUnsavedChanges = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * A session can end while the panel is open: after 8 hours without use, or from another browser. The first list that the
 * server refuses for it leads back to the log-in, as a failed verification does, unless something that was typed would be
 * lost. A change that is refused stays where it was made: it can be sent again after a log-in in another tab.
 */
export const useAdminSessionEnd = (leave: () => void): void => {
  const dispatch = useAppDispatch();
  const refusal = useAppSelector(lastRefusal);
  const end = useEffectEvent(() => {
    if (hasUnsavedChanges()) return;
    leave();
    dispatch(notified({ title: 'Your session has ended', text: 'Please log in again.' }));
  });
  useEffect(() => {
    if (refusal > 0) end();
  }, [refusal]);
};
