/** Backoff while offline, milliseconds: the first delay doubles up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Calls `retry` when the browser is online again, or after a delay that grows with `attempt` (from 0). Returns the
 * cancel function.
 */
export const retryOnline = (attempt: number, retry: () => void): (() => void) => {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    stop();
    retry();
  };
  const timer = setTimeout(run, Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS));
  window.addEventListener('online', run);
  return stop;
};

const reachAgain = async (): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    await new Promise<void>((resolve) => retryOnline(attempt, resolve));
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const isReached = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReached) return;
  }
};

let reached: Promise<void> | undefined;

/** Set from the loss of the connection until the server responds: `navigator.onLine` says only that some network is there. */
let isLost = false;

/** Resolves when the server responds again; all callers share the attempts. */
export const untilReachable = (): Promise<void> =>
  (reached ??= reachAgain().then(() => {
    reached = undefined;
    isLost = false;
  }));

if (typeof window !== 'undefined')
  window.addEventListener('offline', () => {
    isLost = true;
    void untilReachable();
  });

export const isOffline = (): boolean => isLost || navigator.onLine === false;
