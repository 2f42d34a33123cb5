import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { retryOnline } from '../ui/connection.js';
import { EmptyState, Offline } from '../ui/empty-state.js';
import { isApiError, messageOf } from './api-error.js';
import { useAppDispatch } from './hooks.js';
import { notified } from './notices.slice.js';

/** Repeats a read that got no reply: when the browser is online again, and after pauses that grow, until there is a reply. */
export const useRetryWithoutReply = (error: unknown, retry: () => unknown): void => {
  const attempts = useRef(0);
  const again = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!isApiError(error) || error.status !== 0) {
      attempts.current = 0;
      return;
    }
    const stop = retryOnline(attempts.current, () => again());
    attempts.current += 1;
    return stop;
    // each failure is another error
  }, [error]);
};

interface LoadFailureProps {
  error: unknown;
  /** Reads again. */
  retry: () => unknown;
  title: string;
  /** Shown when the server wrote no message. */
  text: string;
  action: ReactNode;
  level?: 'h2' | 'h3';
}

/** What stands in the place of something that could not be read; without a connection it says so and tries again by itself. */
export const LoadFailure = ({ error, retry, title, text, action, level }: LoadFailureProps) => {
  useRetryWithoutReply(error, retry);
  if (isApiError(error) && error.isOffline) return <Offline level={level} />;
  return (
    <EmptyState look="failed" title={title} action={action} level={level}>
      {messageOf(error, text)}
    </EmptyState>
  );
};

/** Says why a drawer or a dialog that was asked for does not open yet: without a connection its script cannot be fetched. */
export const OfflineNotice = () => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(notified({ title: 'You are offline', text: 'It opens as soon as the connection is back.', tone: 'bad' }));
  }, [dispatch]);
  return null;
};
