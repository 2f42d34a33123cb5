import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { retryOnline } from '../ui/connection.js';
import { EmptyState, Offline } from '../ui/empty-state.js';
import { isApiError, messageOf } from './api-error.js';
import { useAppDispatch } from './hooks.js';
import { notified } from './notices.slice.js';

/** Retries a read without a response when the browser is online again, and with backoff, until there is a response. */
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
    // Each failure is a new error object, so the effect runs once per attempt.
  }, [error]);
};

interface LoadFailureProps {
  error: unknown;
  retry: () => unknown;
  title: string;
  /** Shown when the server wrote no message. */
  text: string;
  action: ReactNode;
  level?: 'h2' | 'h3';
}

/** Replaces content that failed to load. If the browser is offline it says so and retries by itself. */
export const LoadFailure = ({ error, retry, title, text, action, level }: LoadFailureProps) => {
  useRetryWithoutReply(error, retry);
  if (isApiError(error) && error.isOffline) return <Offline level={level} />;
  return (
    <EmptyState look="failed" title={title} action={action} level={level}>
      {messageOf(error, text)}
    </EmptyState>
  );
};

/** Says why a drawer or dialog does not open yet: its script cannot be fetched while offline. */
export const OfflineNotice = () => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(notified({ title: 'You are offline', text: 'It opens as soon as the connection is back.', tone: 'bad' }));
  }, [dispatch]);
  return null;
};
