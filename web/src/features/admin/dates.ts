/** `Nov 21, 2026, 6:20 PM` in the owner's time zone. */
export const dateTime: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** `Nov 21, 2026` in the owner's time zone. */
export const day: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** `6:20 PM` in the owner's time zone. */
export const timeOfDay: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
