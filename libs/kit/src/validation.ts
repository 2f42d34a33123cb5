import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import type { FieldError } from '@geodes/contracts';
import { AppError } from './app-error.js';
import { refusalText, rulesOf, ruleText } from './rule-text.js';

/** Deeper than any valid body; class-transformer recurses once per level. */
const MAX_LEVELS = 20;
const MAX_REPORTED_FIELDS = 50;

/**
 * Validates a DTO. Throws BAD_REQUEST with `details: [{ field, reason }]`; the first reason is the message. Unknown
 * fields and empty query values are dropped. Deep bodies and long lists are refused before they are validated.
 */
export class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // refusalText reads the rules from the target; neither target nor value leaves the shop
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => badRequest(...flatten(errors).slice(0, MAX_REPORTED_FIELDS)),
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

/** Creates a BAD_REQUEST error from at least one reason. */
export const badRequest = (...details: FieldError[]): AppError =>
  new AppError('BAD_REQUEST', details[0]?.reason ?? 'Please check what was sent.', details);

const flatten = (errors: ValidationError[], path = '', parent = ''): FieldError[] =>
  errors.flatMap((error) => {
    const { property, constraints = {}, children = [] } = error;
    const field = path ? `${path}.${property}` : property;
    const reason = refusalText(error, parent);
    // class-validator also checks the fields of an object that should be a list
    const inner = 'isArray' in constraints ? [] : flatten(children, field, property);
    return [...(reason === undefined ? [] : [{ field, reason }]), ...inner];
  });

/** Returns whether the type has validation rules. An untyped parameter has `Object`. */
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

/** Finds a list that is longer than its class allows; class-validator would still check each element. */
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
