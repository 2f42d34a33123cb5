import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { INSTANT_PATTERN, INSTANT_YEARS, isWithinYears } from './sale-time.js';
import { EMAIL_PATTERN, WRONG_EMAIL } from './email.js';

/** An empty request or reply. */
export type Nothing = Record<string, never>;

/** Combines rules into one decorator. Applied in reverse, so that the first rule is reported first. */
export const together =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const rule of rules.toReversed()) rule(target, property);
  };

/**
 * Control characters, aside from white space, and characters that hide or turn text. Pasted text has them unseen.
 * Joiners stay: emoji and several scripts need them.
 */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const LINE_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
/** U+2800 is a blank of Braille. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** Removes what cannot be seen and lone surrogates, which PostgreSQL cannot store. */
const withoutInvisible = (text: string): string => text.toWellFormed().replaceAll(INVISIBLE, '');
const emptyIfInvisible = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');

/** Returns a text as one trimmed line, with single spaces. It is empty if nothing of it can be seen. */
export const cleanLine = (text: string): string =>
  emptyIfInvisible(withoutInvisible(text).replaceAll(/[\s\u0085]+/g, ' '));

/** The same for a text of several lines: line breaks, tabs and spaces stay. */
export const cleanLines = (text: string): string =>
  emptyIfInvisible(withoutInvisible(text).replaceAll(LINE_BREAKS, '\n'));

const ifText =
  (change: (text: string) => unknown) =>
  ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' ? change(value) : value;

/** Cleans a text field of one line before validation. */
export const trimmed = (): PropertyDecorator => Transform(ifText(cleanLine));

/** Cleans a text field of several lines before validation. */
export const trimmedLines = (): PropertyDecorator => Transform(ifText(cleanLines));

/** Validates an email after trimming and lower-casing it. */
export const emailAddress = (): PropertyDecorator =>
  together(Transform(ifText((text) => text.trim().toLowerCase())), Matches(EMAIL_PATTERN, { message: WRONG_EMAIL }));

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** Validates an id, or a list of ids with `each`. Converts to lower case, because ids are compared as text. */
export const uuid = (options?: ValidationOptions): PropertyDecorator =>
  together(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(lowerCase) : lowerCase(value))),
    IsUUID('all', options),
  );

/** A request that names one geode, order, or other thing of its subject. */
export class EntityId {
  @uuid() id!: string;
}

const WRONG_INSTANT = { message: 'Please give a moment such as 2026-11-21T09:30:00.000Z.' };
const WRONG_YEAR = { message: `Please give ${INSTANT_YEARS}.` };
const withinYears = {
  name: 'isWithinYears',
  validator: { validate: (value: unknown) => typeof value === 'string' && isWithinYears(value) },
};

/** Validates an ISO 8601 timestamp with an existing day, a time and an offset, in a year that can be meant. */
export const instant = (): PropertyDecorator =>
  together(
    Matches(INSTANT_PATTERN, WRONG_INSTANT),
    IsISO8601({ strict: true }, WRONG_INSTANT),
    ValidateBy(withinYears, WRONG_YEAR),
  );

/** The highest page that a query may ask for. Pages past the end are empty. */
export const MAX_PAGE = 1_000_000_000;

/** Where a page of a list stands; pages count from 1. */
export interface Paging {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** Validates a whole number, or its decimal digits as text in a query or the environment. */
export const numberInText = (least: number, most: number): PropertyDecorator =>
  together(Transform(ifText((text) => (/^\d+$/.test(text) ? Number(text) : text))), IsInt(), Min(least), Max(most));

/** Splits a list in a query at its commas before validation. */
export const commaList = (): PropertyDecorator => Transform(ifText((text) => text.split(',')));

/** Excludes control characters and lone surrogates. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Validates the path or URL of a picture or video. */
export const mediaUrl = (options?: ValidationOptions): PropertyDecorator =>
  together(
    IsString(options),
    MaxLength(2048, options),
    Matches(PRINTABLE, { ...options, message: 'An address must not have control characters in it.' }),
  );

/** Validates a list of picture paths or URLs. */
export const pictureUrls = (most: number): PropertyDecorator =>
  together(IsOptional(), IsArray(), ArrayMaxSize(most), mediaUrl({ each: true }));

/** Validates a list of objects and each of them; `rules` are those of the list. */
export const listOf = (type: () => new () => object, ...rules: PropertyDecorator[]): PropertyDecorator =>
  together(IsArray(), ...rules, IsObject({ each: true }), ValidateNested({ each: true }), Type(type));

/** Treats `all` or an empty text as an unset filter. */
export const allIsAbsent = (): PropertyDecorator =>
  Transform(ifText((text) => (text === '' || text === 'all' ? undefined : text)));

/** Converts a JSON number, such as a price, to text. */
export const numberAsText = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value));

/** Lets a field be omitted, but not null. */
export const ifGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
