/**
 * After this many failures an event waits for the operator: with the delays below, after about four minutes. That
 * outlasts a rolling update of catalog and is less than the ten minutes after which the audit reports an event as
 * overdue.
 */
export const MAX_FAILURES = 10;

const RETRY_DELAY_SECONDS = 5;
/** The shop must settle within two minutes of the last fault, so no delay may come near that. */
const MAX_RETRY_DELAY_SECONDS = 60;

/** Returns the seconds between the `count`-th try and the next: 5, 10, 15, … at most 60. */
export const retryDelaySeconds = (count: number): number =>
  Math.min(RETRY_DELAY_SECONDS * count, MAX_RETRY_DELAY_SECONDS);

/** Returns the same delay as an SQL interval; `count` is an SQL expression. */
export const retryDelaySql = (count: string): string =>
  `LEAST(${RETRY_DELAY_SECONDS} * (${count}), ${MAX_RETRY_DELAY_SECONDS}) * interval '1 second'`;

interface AfterFailure {
  failures: number;
  isFailed: boolean;
  /** Seconds until the next try; null keeps the time that the relay has set. */
  retryDelaySeconds: number | null;
}

/**
 * Decides what a failure does to an event. An outage does not count, so an event is retried until the outage ends. A
 * refusal counts; the first refusal after the operator's retry fails the event again.
 */
export const afterFailure = (failures: number, isOutage: boolean): AfterFailure => {
  if (isOutage) return { failures, isFailed: false, retryDelaySeconds: null };
  const count = failures + 1;
  return { failures: count, isFailed: count >= MAX_FAILURES, retryDelaySeconds: retryDelaySeconds(count) };
};
