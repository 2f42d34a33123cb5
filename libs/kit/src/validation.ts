import { type ValidationError, ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import type { FieldError } from '@geodes/contracts';
import { AppError } from './app-error.js';

const flatten = (errors: ValidationError[], path = ''): FieldError[] =>
  errors.flatMap((error) => {
    const field = path ? `${path}.${error.property}` : error.property;
    const own = Object.values(error.constraints ?? {})
      .slice(0, 1)
      .map((reason) => ({ field, reason }));
    return [...own, ...flatten(error.children ?? [], field)];
  });

/** Checks a DTO; throws BAD_REQUEST with `details: [{ field, reason }]`. Unknown fields are dropped. */
export const validationPipe = (options: ValidationPipeOptions = {}): ValidationPipe =>
  new ValidationPipe({
    transform: true,
    whitelist: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const details = flatten(errors);
      const first = details[0];
      return new AppError(
        'BAD_REQUEST',
        first ? `Please check ${first.field}: ${first.reason}.` : 'Please check what was sent.',
        details,
      );
    },
    ...options,
  });
