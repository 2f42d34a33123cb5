import { useEffect, type ReactNode } from 'react';
import { EmptyState, Offline } from '../ui/empty-state.js';
import { isApiError, messageOf } from './api-error.js';
import { useAppDispatch } from './hooks.js';
import { notified } from './notices.slice.js';

interface LoadFailureProps {
  error: unknown;
  title: string;
  /** Shown when the server wrote no message. */
  text: string;
  action: ReactNode;
  level?: 'h2' | 'h3';
}

/** Replaces content that failed to load. If the browser is offline it says so, and `retryShownReads` retries. */
export const LoadFailure = ({ error, title, text, action, level }: LoadFailureProps) => {
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
