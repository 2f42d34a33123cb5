/** Milliseconds between two tries while there is no connection: the first pause, doubled each time up to the longest. */
const FIRST_PAUSE = 2_000;
const MAX_PAUSE = 30_000;

/** What the browser knows: false says only that some network is there. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Calls `retry` when the browser is online again, or after a pause that grows with `attempt` (from 0). Returns what stops it. */
export const retryOnline = (attempt: number, retry: () => void): (() => void) => {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    stop();
    retry();
  };
  const timer = setTimeout(run, Math.min(FIRST_PAUSE * 2 ** attempt, MAX_PAUSE));
  window.addEventListener('online', run);
  return stop;
};

const reachAgain = async (): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    await new Promise<void>((resolve) => retryOnline(attempt, resolve));
    const isReached = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReached) return;
  }
};

let reached: Promise<void> | undefined;

/** Ends when the shop answers again; all callers share the tries. */
export const untilReachable = (): Promise<void> => (reached ??= reachAgain().finally(() => (reached = undefined)));
