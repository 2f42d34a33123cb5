import { counted } from '../../app/counted.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Timers cannot be longer than 24 days. */
const MAX_WAIT_MS = HOUR;

/** Returns the time left as words: `in 3 days`, `in 2 hours 5 minutes`, `in 40 seconds`. */
export const countdownText = (leftMs: number): string => {
  if (leftMs >= 2 * DAY) return `in ${counted(Math.round(leftMs / DAY), 'day')}`;
  if (leftMs <= MINUTE) return `in ${counted(Math.ceil(leftMs / SECOND), 'second')}`;
  const minutes = Math.ceil(leftMs / MINUTE);
  if (minutes < 60) return `in ${counted(minutes, 'minute')}`;
  const hours = counted(Math.floor(minutes / 60), 'hour');
  return minutes % 60 === 0 ? `in ${hours}` : `in ${hours} ${counted(minutes % 60, 'minute')}`;
};

/** Returns the milliseconds until `countdownText` may change. */
export const untilNextText = (leftMs: number): number => {
  if (leftMs >= 2 * DAY) return Math.min(MAX_WAIT_MS, leftMs - Math.max(2, Math.round(leftMs / DAY) - 0.5) * DAY + 1);
  const unit = leftMs <= MINUTE ? SECOND : MINUTE;
  return leftMs - (Math.ceil(leftMs / unit) - 1) * unit;
};
