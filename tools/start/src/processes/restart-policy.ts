/** How a process ended: by a signal from outside, or by itself (exit code, crash, failed spawn). */
export type ProcessExit = { by: 'signal'; signal: string } | { by: 'itself'; reason: string };

export interface RestartHistory {
  wasEverReady: boolean;
  /** Exits by itself since it was last ready. */
  failures: number;
}

export type NextStep = { do: 'start'; inMs: number } | { do: 'give up' };

export const MAX_FAILURES = 10;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
/** The specification wants a dead process back within 2 s, so one that was ever ready waits at most this long. */
const MAX_DELAY_ONCE_READY_MS = 1000;

/**
 * Decides what follows an exit. After a signal the process restarts at once, however often. After an exit by itself it
 * restarts with growing backoff; ten such exits before the first readiness give it up.
 */
export function decideRestart(
  history: RestartHistory,
  ending: ProcessExit,
): { next: NextStep; history: RestartHistory } {
  if (ending.by === 'signal') return { next: { do: 'start', inMs: 0 }, history };
  const failures = history.failures + 1;
  const after = { ...history, failures };
  if (history.wasEverReady) {
    const inMs = failures === 1 ? 0 : backoffMs(failures - 1, MAX_DELAY_ONCE_READY_MS);
    return { next: { do: 'start', inMs }, history: after };
  }
  if (failures >= MAX_FAILURES) return { next: { do: 'give up' }, history: after };
  return { next: { do: 'start', inMs: backoffMs(failures, MAX_DELAY_MS) }, history: after };
}

export const resetHistory = (): RestartHistory => ({ wasEverReady: true, failures: 0 });

/** A program causes these itself (out of memory, a broken addon). Operators and tests send the others. */
const CRASHES = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];

/** Converts the arguments of Node's `exit` event. */
export function toProcessExit(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
  if (signal && !CRASHES.includes(signal)) return { by: 'signal', signal };
  return { by: 'itself', reason: signal ? `crashed with ${signal}` : `exited with code ${code}` };
}

const backoffMs = (attempt: number, maxMs: number): number => Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), maxMs);
