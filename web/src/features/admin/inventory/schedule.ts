import type { Geode, ScheduleGeodes } from '@geodes/contracts';
import { failureText } from '../form/failure.js';
import { isApiError } from '../../../app/api-error.js';
import { counted } from '../../../app/counted.js';
import { isInstant, isPast, toInstant } from '../dates.js';

/** `unchanged` keeps what each geode has, so that drafts with instants can be published alone. */
type SaleStart = 'instant' | 'at-once' | 'unchanged';

/** What the owner chooses for the selected geodes. */
export interface Schedule {
  start: SaleStart;
  /** A minute in the owner's time zone, if `start` is an instant. */
  minute: string;
  publishes: boolean;
}

export const FIRST_SCHEDULE: Schedule = { start: 'instant', minute: '', publishes: false };

export const saleStarts: { value: SaleStart; label: string }[] = [
  { value: 'instant', label: 'At a moment' },
  { value: 'at-once', label: 'On sale at once' },
  { value: 'unchanged', label: 'Each as it is set now' },
];

export const draftsAmong = (geodes: readonly Geode[]): number => geodes.filter(({ isDraft }) => isDraft).length;

/** Returns the chosen instant, ISO 8601; undefined if there is none. */
export const chosenInstant = ({ start, minute }: Schedule): string | undefined => {
  const instant = toInstant(minute);
  return start === 'instant' && isInstant(instant) ? instant : undefined;
};

/** Returns what to know about a chosen instant before it is sent. */
export const instantWarning = (instant: string | undefined): string | undefined =>
  instant && isPast(instant) ? 'This moment is past: they go on sale at once.' : undefined;

/** Returns what is missing in a schedule. */
export const scheduleProblem = (schedule: Schedule): string | undefined => {
  if (schedule.start === 'instant' && !chosenInstant(schedule)) return 'Please choose a date and a time.';
  return schedule.start === 'unchanged' && !schedule.publishes ? 'Please choose what to change.' : undefined;
};

/** Returns the changes of a request. The schedule must have no problem. */
export const scheduleChanges = (schedule: Schedule): Omit<ScheduleGeodes, 'ids'> => ({
  ...(schedule.start === 'unchanged' ? {} : { availableFrom: chosenInstant(schedule) ?? null }),
  ...(schedule.publishes ? { isDraft: false } : {}),
});

export const changedText = (count: number): string => `${counted(count, 'geode')} changed.`;

export const scheduleFailureText = (error: unknown): string =>
  isApiError(error) && error.status === 404
    ? 'One of these geodes was deleted meanwhile, so none was changed. Please try again without it.'
    : failureText(error);
