import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';

/** Text without blanks around it, without NUL and without half a character (a lone surrogate): PostgreSQL keeps neither. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

const whereText =
  (change: (text: string) => unknown) =>
  ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' ? change(value) : value;

/** A text field: trimmed before it is checked. */
export const trimmed = (): PropertyDecorator => Transform(whereText(clean));

/** An e-mail address as it is compared: trimmed, lower case. */
export const emailAddress = (): PropertyDecorator => Transform(whereText((text) => clean(text).toLowerCase()));

/** A filter whose `all` (or nothing) means that it is not set. */
export const allIsAbsent = (): PropertyDecorator =>
  Transform(whereText((text) => (text === '' || text === 'all' ? undefined : text)));

/** A price may come as a JSON number; it is kept as text. */
export const numberAsText = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value));

/** A field of a change that may be left out, but is not null where it is there. */
export const ifGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
