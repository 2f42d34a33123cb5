/**
 * After this many failures an event waits for the operator: with the delays below, after about four minutes. That
 * outlasts a rolling update of catalog and is less than the ten minutes after which the audit reports an event as
 * overdue.
 */
export const MAX_FAILURES = 10;

const RETRY_DELAY_SECONDS = 5;
/** The shop must settle within two minutes of the last fault, so no delay may come near that. */
const MAX_RETRY_DELAY_SECONDS = 60;

/** Returns the time between the `count`-th try and the next: 5, 10, 15, … at most 60 seconds. `count` is an SQL expression. */
export const retryDelaySql = (count: string): string =>
  `LEAST(${RETRY_DELAY_SECONDS} * (${count}), ${MAX_RETRY_DELAY_SECONDS}) * interval '1 second'`;
