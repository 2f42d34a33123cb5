import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A salted PIN hash that is slow to compute. */
export interface PinHash {
  /** scrypt's cost N, block size r and parallelism p. */
  cost: number;
  blockSize: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** About 80 ms and 32 MB per attempt. OWASP's password storage cheat sheet lists N = 2^15 with r = 8. */
const COST = 2 ** 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const HASH_BYTES = 32;

const MALFORMED = 'ADMIN_PIN_HASH must look like scrypt$N$r$p$salt$hash, salt and hash in base64.';

/** Reads `scrypt$N$r$p$salt$hash`. Throws an Error if it is malformed or out of bounds. */
export const parsePinHash = (text: string): PinHash => {
  const [name, cost, blockSize, parallelism, salt = '', hash = '', ...rest] = text.split('$');
  const parsed: PinHash = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  const isValid =
    name === 'scrypt' &&
    rest.length === 0 &&
    Number.isInteger(Math.log2(parsed.cost)) &&
    parsed.cost >= 2 ** 14 &&
    parsed.cost <= 2 ** 20 &&
    inRange(parsed.blockSize, 1, 32) &&
    inRange(parsed.parallelism, 1, 16) &&
    parsed.salt.length >= 16 &&
    parsed.hash.length >= 32;
  if (!isValid) throw new Error(MALFORMED);
  return parsed;
};

const inRange = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;

const deriveFrom = (pin: string, { cost, blockSize, parallelism, salt }: PinHash, length: number): Promise<Buffer> =>
  derive(pin, salt, length, { N: cost, r: blockSize, p: parallelism, maxmem: 256 * cost * blockSize });

/** Hashes a PIN with a new salt; returns the text for ADMIN_PIN_HASH. */
export const hashPin = async (pin: string): Promise<string> => {
  const salt = randomBytes(16);
  const settings = { cost: COST, blockSize: BLOCK_SIZE, parallelism: PARALLELISM, salt, hash: Buffer.alloc(0) };
  const hash = await deriveFrom(pin, settings, HASH_BYTES);
  return ['scrypt', COST, BLOCK_SIZE, PARALLELISM, salt.toString('base64'), hash.toString('base64')].join('$');
};

/** Returns whether the PIN matches the hash, in constant time. */
export const verifyPin = async (pin: string, expected: PinHash): Promise<boolean> =>
  timingSafeEqual(await deriveFrom(pin, expected, expected.hash.length), expected.hash);

/** The refusal of a weak PIN, for people. */
export const WEAK_PIN_TEXT =
  'This PIN is among the first that people try. Please choose nine digits without a run, a repetition or a pattern.';

/** Steps between neighbouring digits that make a run or a repetition: 9 to 0 counts as up. */
const RUN_STEPS = [0, 1, 9];
const MIN_RUN_STEPS = 7;
const MIN_DIFFERENT_DIGITS = 4;
const MAX_PERIOD = 4;

/**
 * Returns whether a PIN of nine digits is one that guessers try first: few different digits (111111111, 123123123), runs
 * (987654321, 112233445), a repeated block (123412341), or lines of a keypad (147258369). Refuses about 1 in 100 PINs.
 */
export const isWeakPin = (pin: string): boolean => {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return (
    new Set(digits).size < MIN_DIFFERENT_DIGITS ||
    steps.filter((step) => RUN_STEPS.includes(step)).length >= MIN_RUN_STEPS ||
    [0, 3, 6].every((start) => steps[start] === steps[start + 1]) ||
    digits.slice(MAX_PERIOD).every((digit, index) => digit === digits[index]) ||
    digits.slice(3).every((digit, index) => digit === digits[index])
  );
};
