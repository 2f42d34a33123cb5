import { shopTime } from '../../app/shop-clock.js';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', options);
  return (instant: string): string => formatter.format(new Date(instant));
};

/** `Nov 21, 2026, 6:20 PM` in the owner's time zone. Takes an ISO 8601 instant, as the others do. */
export const dateTime = format({ dateStyle: 'medium', timeStyle: 'short' });

/** `Nov 21, 2026` in the owner's time zone. */
export const day = format({ dateStyle: 'medium' });

/** `6:20 PM` in the owner's time zone. */
export const timeOfDay = format({ timeStyle: 'short' });

/** Stands for a part of date and time: the browser's value is empty then, as if there were no instant. */
export const HALF_TYPED = 'half-typed';

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length;

/** Returns an instant (ISO 8601) as a datetime-local field has it: its minute in the owner's time zone. */
export const toLocalMinute = (instant: string): string => {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, MINUTE_LENGTH);
};

/**
 * Returns the instant of a datetime-local field, ISO 8601. Keeps `present`, with its seconds, while the field shows its
 * minute. What is no minute is returned unchanged; `checkTyped` says what is wrong with it.
 */
export const toInstant = (minute: string, present?: string | null): string => {
  if (present && toLocalMinute(present) === minute) return present;
  const date = new Date(minute);
  return Number.isNaN(date.getTime()) ? minute : date.toISOString();
};

export const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** Whether an instant is past, by the shop's clock. */
export const isPast = (instant: string, now = shopTime() ?? Date.now()): boolean => Date.parse(instant) <= now;

const zoneFormat = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });

/** Returns the owner's time zone as it is named at an instant, now by default: `CST` or `GMT+1`. */
export const timeZoneAt = (instant?: string): string =>
  zoneFormat.formatToParts(instant ? new Date(instant) : new Date()).find(({ type }) => type === 'timeZoneName')
    ?.value ?? '';
