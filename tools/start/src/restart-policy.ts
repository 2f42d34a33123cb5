/** How a process ended: a signal from outside, or by itself (an exit code, a crash, not even started). */
export type Ending = { by: 'signal'; signal: string } | { by: 'itself'; reason: string };

export interface History {
  wasEverReady: boolean;
  /** Endings by itself since it was last ready. */
  failures: number;
}

export type NextStep = { do: 'start'; inMs: number } | { do: 'give up' };

export const MAX_FAILURES = 10;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** The shop promises that a process that dies is back within 2 s, so one that worked before never waits longer. */
const MAX_PAUSE_ONCE_READY_MS = 1000;

/**
 * What follows an ending. One ended by a signal is started at once, however often. One that ends by itself waits a
 * pause that grows; after ten such endings before it was ever ready it is given up.
 */
export function afterEnding(history: History, ending: Ending): { next: NextStep; history: History } {
  if (ending.by === 'signal') return { next: { do: 'start', inMs: 0 }, history };
  const failures = history.failures + 1;
  const after = { ...history, failures };
  if (history.wasEverReady) {
    const pause = failures === 1 ? 0 : growing(failures - 1, MAX_PAUSE_ONCE_READY_MS);
    return { next: { do: 'start', inMs: pause }, history: after };
  }
  if (failures >= MAX_FAILURES) return { next: { do: 'give up' }, history: after };
  return { next: { do: 'start', inMs: growing(failures, MAX_PAUSE_MS) }, history: after };
}

export const whenReady = (): History => ({ wasEverReady: true, failures: 0 });

/** These a program brings on itself (out of memory, a broken addon); an operator or a test uses the others. */
const CRASHES = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];

/** Reads what node tells of a child's end. */
export function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal && !CRASHES.includes(signal)) return { by: 'signal', signal };
  return { by: 'itself', reason: signal ? `crashed with ${signal}` : `exited with code ${code}` };
}

const growing = (times: number, longest: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), longest);
