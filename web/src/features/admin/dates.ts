/** `Nov 21, 2026, 6:20 PM` in the owner's time zone. */
export const dateTime: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** `6:20 PM` in the owner's time zone. */
export const timeOfDay: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
