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

/** How often the connection was lost. */
let losses = 0;

/** Set from the loss of the connection until the server responds: `navigator.onLine` says only that some network is there. */
let isLost = false;

export const isOffline = (): boolean => isLost || navigator.onLine === false;

const reachAgain = async (): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    await new Promise<void>((resolve) => retryOnline(attempt, resolve));
    const lossesBefore = losses;
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const isReached = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    // A response to a request from before the connection was lost again says nothing.
    if (isReached && losses === lossesBefore) return;
  }
};

let reached: Promise<void> | undefined;

/** Resolves when the server responds again, at once if the connection is not lost. All callers share the attempts. */
export const untilReachable = async (): Promise<void> => {
  if (!isOffline()) return;
  await (reached ??= reachAgain().then(() => {
    reached = undefined;
    isLost = false;
  }));
};

if (typeof window !== 'undefined')
  window.addEventListener('offline', () => {
    losses += 1;
    isLost = true;
    void untilReachable();
  });
