import { z } from 'zod';
import { errorEntry, SquareError, type SquareErrorCode, type SquareErrorEntry } from './square-error.js';

const EXPECTED: Record<string, SquareErrorCode> = {
  string: 'EXPECTED_STRING',
  number: 'EXPECTED_INTEGER',
  int: 'EXPECTED_INTEGER',
  boolean: 'EXPECTED_BOOLEAN',
  object: 'EXPECTED_OBJECT',
};

const codeOf = (issue: z.core.$ZodIssue): SquareErrorCode => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'MISSING_REQUIRED_PARAMETER'
        : (EXPECTED[issue.expected] ?? 'INVALID_VALUE');
    case 'too_big':
      return issue.origin === 'string' ? 'VALUE_TOO_LONG' : 'VALUE_TOO_HIGH';
    case 'too_small':
      return issue.origin === 'string' ? 'VALUE_EMPTY' : 'VALUE_TOO_LOW';
    case 'invalid_value':
      return 'INVALID_ENUM_VALUE';
    case 'invalid_format':
      return issue.format === 'datetime' ? 'INVALID_TIME' : 'INVALID_VALUE';
    case 'custom':
      return (issue.params?.code as SquareErrorCode | undefined) ?? 'INVALID_VALUE';
    default:
      return 'INVALID_VALUE';
  }
};

const entryOf = (issue: z.core.$ZodIssue): SquareErrorEntry => {
  const field = issue.path.join('.');
  const code = codeOf(issue);
  const detail =
    code === 'MISSING_REQUIRED_PARAMETER' ? `Missing required parameter: \`${field}\`.` : `${issue.message}.`;
  return errorEntry(code, detail, field || undefined);
};

/** Parses the input. Throws a SquareError with one entry for each invalid field. */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw new SquareError(result.error.issues.map(entryOf), 400);
};

/** Adds a schema rule that reports one of Square's error codes. */
export const squareCode = (code: SquareErrorCode, error: string): { error: string; params: { code: string } } => ({
  error,
  params: { code },
});

/** Square counts keys in bytes: "fewer with multi-byte characters". */
export const idempotencyKey = z
  .string()
  .min(1)
  .refine((key) => Buffer.byteLength(key) <= 45, squareCode('VALUE_TOO_LONG', 'Must not be longer than 45 characters'));

/** Allows a field to be absent or null. */
export const optional = <Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema> | undefined> =>
  schema.nullish().transform((value) => value ?? undefined);

/** Minor units. Beyond 2^53 JSON numbers are not exact, so such amounts are refused. */
export const money = z.object({ amount: z.int(), currency: z.string().length(3) });
export type Money = z.output<typeof money>;
