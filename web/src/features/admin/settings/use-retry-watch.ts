import { useEffect, useState } from 'react';

/** What is retried succeeds or fails within seconds. Until then the list is polled. */
const WATCH_MS = 20_000;
const POLL_INTERVAL_MS = 2_000;

/** Returns the list's polling interval, and a function that starts to watch it after a retry. */
export const useRetryWatch = (): { pollingInterval: number; watch: () => void } => {
  const [retriedAt, setRetriedAt] = useState(0);
  useEffect(() => {
    if (retriedAt === 0) return;
    const timer = setTimeout(() => setRetriedAt(0), WATCH_MS);
    return () => clearTimeout(timer);
  }, [retriedAt]);
  return { pollingInterval: retriedAt > 0 ? POLL_INTERVAL_MS : 0, watch: () => setRetriedAt(Date.now()) };
};
