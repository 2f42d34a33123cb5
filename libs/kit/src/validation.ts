import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import type { FieldError } from '@geodes/contracts';
import { AppError } from './app-error.js';
import { reasonOf, rulesOf, ruleText } from './rule-text.js';

/** Deeper nothing is that is sent; class-transformer calls itself once a level. */
const MAX_LEVELS = 20;
/** Faults that are told of one request. */
const MAX_FAULTS = 50;

/**
 * Checks a DTO; throws BAD_REQUEST with `details: [{ field, reason }]`, of which the first reason is the message. Unknown
 * fields are dropped, and so are empty values of a query. What is too deep or too long is refused before anybody reads all
 * of it.
 */
export class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // the target says the rules, the value whether there is one; neither leaves the shop
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => badRequest(...flatten(errors).slice(0, MAX_FAULTS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type === 'body' && !isObject(value) && isDto(metatype)) throw badRequest(NO_FIELDS);
    if (isDeeper(value, MAX_LEVELS)) throw badRequest(TOO_DEEP);
    const tooLong = longArray(value, metatype);
    if (tooLong) throw badRequest(tooLong);
    return super.transform(type === 'query' ? withoutEmpty(value) : value, metadata) as Promise<unknown>;
  }
}

const NO_FIELDS: FieldError = { field: 'body', reason: 'Please send JSON with fields.' };
const TOO_DEEP: FieldError = { field: 'body', reason: 'What was sent is nested too deep.' };

/** A refusal for these reasons, at least one. */
export const badRequest = (...details: FieldError[]): AppError =>
  new AppError('BAD_REQUEST', details[0]?.reason ?? 'Please check what was sent.', details);

const flatten = (errors: ValidationError[], path = ''): FieldError[] =>
  errors.flatMap((error) => {
    const field = path ? `${path}.${error.property}` : error.property;
    const reason = reasonOf(error);
    return [...(reason === undefined ? [] : [{ field, reason }]), ...flatten(error.children ?? [], field)];
  });

/** A class with rules; without types a parameter has `Object`. */
const isDto = (metatype: Type<unknown> | undefined): boolean => rulesOf(metatype).length > 0;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutEmpty = (query: unknown): unknown =>
  isObject(query) ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) : query;

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === Object.prototype || parent === null;
};

const isDeeper = (value: unknown, levels: number): boolean =>
  (isPlain(value) || Array.isArray(value)) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** The fault of a list that has more elements than its class allows: class-validator would look at each of them all the same. */
const longArray = (value: unknown, dto: Type<unknown> | undefined): FieldError | null => {
  if (!isPlain(value)) return null;
  for (const rule of rulesOf(dto)) {
    const { name, propertyName: field, constraints, message } = rule;
    const list = value[field];
    const most = (constraints as unknown[] | undefined)?.[0];
    if (name !== 'arrayMaxSize' || !Array.isArray(list) || typeof most !== 'number' || list.length <= most) continue;
    return { field, reason: ruleText(rule, typeof message === 'string' ? message : '') };
  }
  return null;
};
