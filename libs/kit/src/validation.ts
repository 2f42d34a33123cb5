import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { FieldError } from '@geodes/contracts';
import { AppError } from './app-error.js';

/** Deeper nothing is that is sent; class-transformer calls itself once a level. */
const MOST_LEVELS = 20;
/** Faults that are told of one request. */
const MOST_FAULTS = 50;

/**
 * Checks a DTO; throws BAD_REQUEST with `details: [{ field, reason }]`, of which the first is in the message. Unknown
 * fields are dropped. What is too deep or too long is refused before anybody reads all of it.
 */
export class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // the value only says here whether there is one
      validationError: { target: false, value: true },
      exceptionFactory: (errors) => refused(flatten(errors).slice(0, MOST_FAULTS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (isDeeper(value, MOST_LEVELS)) throw refused([]);
    const tooLong = longArray(value, metadata.metatype);
    if (tooLong) throw refused([tooLong]);
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

const refused = (details: FieldError[]): AppError => {
  const [first] = details;
  const message = first ? `Please check ${first.field}: ${first.reason}.` : 'Please check what was sent.';
  return new AppError('BAD_REQUEST', message, details);
};

/** Of each field the first rule that its class gives it: what it must be before how long or how large it may be. */
const flatten = (errors: ValidationError[], path = ''): FieldError[] =>
  errors.flatMap(({ property, value, constraints, children }) => {
    const field = path ? `${path}.${property}` : property;
    // decorators are applied from the last to the first
    const broken = Object.values(constraints ?? {}).at(-1);
    const isMissing = value === undefined || value === null;
    const own = broken === undefined ? [] : [{ field, reason: isMissing ? `${property} is missing` : broken }];
    return [...own, ...flatten(children ?? [], field)];
  });

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
  if (!dto || !isPlain(value)) return null;
  for (const { name, propertyName, constraints, message } of getMetadataStorage().getTargetValidationMetadatas(
    dto,
    '',
    false,
    false,
  )) {
    const list = value[propertyName];
    const most = (constraints as unknown[] | undefined)?.[0];
    if (name !== 'arrayMaxSize' || !Array.isArray(list) || typeof most !== 'number' || list.length <= most) continue;
    const reason = typeof message === 'string' ? message : `${propertyName} must contain no more than ${most} elements`;
    return { field: propertyName, reason };
  }
  return null;
};
