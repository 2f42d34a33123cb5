import { useEffect, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { EmptyState, Offline } from '../ui/empty-state.js';
import { FallbackBoundary } from '../ui/preloadable.js';
import { isApiError, messageOf } from './api-error.js';
import { useAppDispatch } from './hooks.js';
import { notified } from './notices.slice.js';

interface LoadFailureProps {
  error: unknown;
  title: string;
  /** Shown when the server wrote no message. */
  text: string;
  retry: () => unknown;
  /** Set while a retry runs. */
  busy?: boolean;
  level?: 'h2' | 'h3';
}

/** Replaces content that failed to load. If the browser is offline it says so, and `retryShownReads` retries. */
export const LoadFailure = ({ error, title, text, retry, busy, level }: LoadFailureProps) => {
  if (isApiError(error) && error.isOffline) return <Offline level={level} />;
  return (
    <EmptyState
      look="failed"
      title={title}
      action={
        <Button busy={busy} onClick={() => void retry()}>
          Try Again
        </Button>
      }
      level={level}
    >
      {messageOf(error, text)}
    </EmptyState>
  );
};

/** Shows a message if a part of the page throws or its chunk cannot be fetched. */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <FallbackBoundary
    fallback={
      <EmptyState
        look="failed"
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        This part of the page could not be shown.
      </EmptyState>
    }
  >
    {children}
  </FallbackBoundary>
);

/** Says why a drawer or dialog does not open yet: its script cannot be fetched while offline. */
export const OfflineNotice = () => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(notified({ title: 'You are offline', text: 'It opens as soon as the connection is back.', tone: 'bad' }));
  }, [dispatch]);
  return null;
};
