/** Formats seconds as a clock: 9:05. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Returns the announcement for screen readers at each whole minute of the last five and at 30 seconds; otherwise null.
 */
export const remainingTimeText = (seconds: number): string | null => {
  if (seconds === 30) return '30 seconds left';
  if (seconds % 60 !== 0 || seconds < 60 || seconds > 300) return null;
  return seconds === 60 ? '1 minute left' : `${seconds / 60} minutes left`;
};
