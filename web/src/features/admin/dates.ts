/** `Nov 21, 2026, 6:20 PM`, where the owner is. */
export const dateTime: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** `6:20 PM`, where the owner is. */
export const timeOfDay: Intl.DateTimeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
