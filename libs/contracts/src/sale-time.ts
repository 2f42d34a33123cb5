/** Matches an ISO 8601 timestamp with a time and an offset. The day may not exist. */
export const INSTANT_PATTERN =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The shop's own: a geode goes on sale at the same moment everywhere, so every text names it in one time zone. */
const FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Chicago',
  timeZoneName: 'short',
});

/** Returns an instant (ISO 8601) as the shop writes it: `Fri, Nov 27, 6:00 PM CST`. Browsers load this file. */
export const saleTimeText = (instant: string): string =>
  // some versions of ICU put a narrow space before AM and PM
  FORMAT.format(new Date(instant)).replaceAll('\u202f', ' ');
