/** Matches an ISO 8601 timestamp with a time and an offset. The day may not exist. */
export const INSTANT_PATTERN =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;
export const INSTANT_YEARS = `a moment in the years ${FIRST_YEAR} to ${LAST_YEAR}`;

/**
 * Whether an instant (ISO 8601) lies in these years, in UTC: as text it may be a year earlier or later. Others are typing
 * errors, and the field of the form takes years of four digits only.
 */
export const isWithinYears = (instant: string): boolean => {
  const year = new Date(instant).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

/** The shop's time zone. Analytics use its calendar days, and every text names the start of a sale in it. */
export const SHOP_TIME_ZONE = 'America/Chicago';
const OPTIONS = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: SHOP_TIME_ZONE,
  timeZoneName: 'short',
} as const;
const THIS_YEAR = new Intl.DateTimeFormat('en-US', OPTIONS);
const OTHER_YEAR = new Intl.DateTimeFormat('en-US', { ...OPTIONS, year: 'numeric' });
const YEAR = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: SHOP_TIME_ZONE });

/**
 * Returns an instant (ISO 8601) as the shop writes it: `Fri, Nov 27, 6:00 PM CST`, with the year if it is another one than
 * at `now` (ms since 1970). Browsers load this file.
 */
export const saleTimeText = (instant: string, now: number = Date.now()): string => {
  const time = new Date(instant);
  const format = YEAR.format(time) === YEAR.format(now) ? THIS_YEAR : OTHER_YEAR;
  // some versions of ICU put a narrow space before AM and PM
  return format.format(time).replaceAll('\u202f', ' ');
};
