const FIRST_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 60 * 60;
/** Counted from the letter's creation or the owner's retry. */
export const MAX_WAIT_HOURS = 24;
/** Longer than rendering and sending may take together, so that a second process does not send the letter too. */
export const CLAIM_SECONDS = 120;

/** Returns the seconds between the `tries`-th failed try and the next: 1 minute, doubling to 1 hour. */
export const retryDelaySeconds = (tries: number): number =>
  Math.min(FIRST_DELAY_SECONDS * 2 ** Math.max(0, tries - 1), MAX_DELAY_SECONDS);
