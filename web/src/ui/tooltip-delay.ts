/** Milliseconds a pointer rests before a tooltip opens. */
export const OPEN_DELAY = 700;
/** Milliseconds after one tooltip closes in which the next one opens at once. */
export const SKIP_DELAY = 300;

/** How long to wait before opening, given when the last tooltip closed and what time it is now (both ms). */
export const tooltipDelay = (lastClosed: number, now: number): number =>
  now - lastClosed < SKIP_DELAY ? 0 : OPEN_DELAY;
