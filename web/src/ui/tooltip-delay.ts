/** Milliseconds of rest before a tooltip opens. */
const OPEN_DELAY_MS = 700;
/** Milliseconds after one tooltip closes during which the next opens at once. */
const SKIP_DELAY_MS = 300;

/** Returns the delay before opening, from the times at which the last tooltip closed and the present (all ms). */
export const tooltipDelay = (lastClosed: number, now: number): number =>
  now - lastClosed < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS;
