import type { MAX_HELD as HELD, MAX_WITHOUT_HOLD as WITHOUT_HOLD } from '@geodes/contracts';

/** Repeated: the modules that have them load class-validator. */
export const MAX_HELD: typeof HELD = 10;
const MAX_WITHOUT_HOLD: typeof WITHOUT_HOLD = 10;
/** One order takes a whole hold and some geodes that are not held. */
export const MAX_ORDERED = MAX_HELD + MAX_WITHOUT_HOLD;
export const TOO_MANY = `One order takes at most ${MAX_ORDERED} geodes. Please remove some, or make two orders.`;

/** Says how many of the geodes to be paid are held: the first ones, if not all. */
export const heldText = (held: number, all: number): { title: string; text: string } => {
  if (held >= all) return { title: 'Held for you', text: 'Off sale to everyone else while you pay.' };
  const rest = all - held === 1 ? 'The last' : `The last ${all - held}`;
  return {
    title: `${held} of your ${all} geodes ${held === 1 ? 'is' : 'are'} held for you`,
    text: `${rest} could be sold to somebody else until you have paid.`,
  };
};

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
