import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { EMAIL_PATTERN, WRONG_EMAIL } from './email.js';

/** Several rules as one decorator, the first one told first: decorators are applied from the last to the first. */
export const together =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const rule of rules.toReversed()) rule(target, property);
  };

/** Text without blanks around it, without NUL and without half a character (a lone surrogate): PostgreSQL keeps neither. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

const whereText =
  (change: (text: string) => unknown) =>
  ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' ? change(value) : value;

/** A text field: trimmed before it is checked. */
export const trimmed = (): PropertyDecorator => Transform(whereText(clean));

/** An email address as it is compared: trimmed, lower case. */
export const emailAddress = (): PropertyDecorator =>
  together(Transform(whereText((text) => clean(text).toLowerCase())), Matches(EMAIL_PATTERN, { message: WRONG_EMAIL }));

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** An id, or with `each` a list of ids, in lower case however they are sent: ids are compared as text. */
export const uuid = (options?: ValidationOptions): PropertyDecorator =>
  together(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(lowerCase) : lowerCase(value))),
    IsUUID('all', options),
  );

const INSTANT =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const WRONG_INSTANT = { message: 'Please give a moment such as 2026-11-21T09:30:00.000Z.' };

/** A moment as ISO 8601 writes it: a day of the calendar, a time and its offset. */
export const instant = (): PropertyDecorator =>
  together(Matches(INSTANT, WRONG_INSTANT), IsISO8601({ strict: true }, WRONG_INSTANT));

/** A whole number that may come as text, in a query or the environment: plain decimal digits and nothing else. */
export const numberInText = (least: number, most: number): PropertyDecorator =>
  together(Transform(whereText((text) => (/^\d+$/.test(text) ? Number(text) : text))), IsInt(), Min(least), Max(most));

/** Half a character is as little text as a control character. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** The path or URL of a picture or a video. */
export const address = (options?: ValidationOptions): PropertyDecorator =>
  together(
    IsString(options),
    MaxLength(2048, options),
    Matches(PRINTABLE, { ...options, message: 'An address must not have control characters in it.' }),
  );

/** The pictures of something, at most 20. */
export const pictureAddresses = (): PropertyDecorator =>
  together(IsOptional(), IsArray(), ArrayMaxSize(20), address({ each: true }));

/** A filter whose `all` (or nothing) means that it is not set. */
export const allIsAbsent = (): PropertyDecorator =>
  Transform(whereText((text) => (text === '' || text === 'all' ? undefined : text)));

/** A price may come as a JSON number; it is kept as text. */
export const numberAsText = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value));

/** A field of a change that may be left out, but is not null where it is there. */
export const ifGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
