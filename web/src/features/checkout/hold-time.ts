/** Seconds as a clock shows them: 9:05. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** What a screen reader is told, and when: each whole minute of the last five, the last half minute; else nothing. */
export const timeWords = (seconds: number): string | null => {
  if (seconds === 30) return '30 seconds left';
  if (seconds % 60 !== 0 || seconds < 60 || seconds > 300) return null;
  return seconds === 60 ? '1 minute left' : `${seconds / 60} minutes left`;
};
