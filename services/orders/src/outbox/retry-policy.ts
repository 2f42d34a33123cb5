/**
 * A fact that was refused so often waits for the operator. With the pauses below that is after about four minutes: long
 * enough for a catalogue that is being replaced by a newer one, and shorter than the ten minutes after which the audit
 * calls a fact overdue.
 */
export const MAX_FAILURES = 10;

export const RETRY_DELAY_SECONDS = 5;
/** The shop settles within two minutes from the end of the last fault: no pause may be near that. */
export const MAX_RETRY_DELAY_SECONDS = 60;

/** Seconds until the next try after the `count`-th: 5, 10, 15, … at most 60. */
export const retryDelaySeconds = (count: number): number =>
  Math.min(RETRY_DELAY_SECONDS * count, MAX_RETRY_DELAY_SECONDS);

/** What a failure does to a fact. */
export interface AfterFailure {
  failures: number;
  isGivenUp: boolean;
  /** Seconds until it is tried again; null leaves the time that the outbox has set. */
  retryDelaySeconds: number | null;
}

/**
 * An outage says nothing about the fact, so it is tried for as long as one lasts. A refusal counts; one more after the
 * operator's retry gives the fact up again at once.
 */
export const afterFailure = (failures: number, isOutage: boolean): AfterFailure => {
  if (isOutage) return { failures, isGivenUp: false, retryDelaySeconds: null };
  const count = failures + 1;
  return { failures: count, isGivenUp: count >= MAX_FAILURES, retryDelaySeconds: retryDelaySeconds(count) };
};
