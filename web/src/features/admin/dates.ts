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
