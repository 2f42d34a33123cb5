import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { hashPin } from '@geodes/kit/pin-hash';
import { ConfigError } from './config.js';
import type { Output } from './output.js';

const LENGTH = 9;
/** What reads a PIN needs no more than this, characters. */
const MAX_READ = 1_000;

/** Prints the hash for ADMIN_PIN_HASH. Throws ConfigError for what is not nine digits; the PIN is never repeated. */
export const printPinHash = async (output: Output): Promise<void> => {
  const pin = process.stdin.isTTY ? await askTwice() : (await text(process.stdin)).slice(0, MAX_READ).trim();
  const hash = await hashPin(checkedPin(pin));
  output.tell({ hash }, hash);
};

const checkedPin = (pin: string): string => {
  if (new RegExp(`^\\d{${LENGTH}}$`).test(pin)) return pin;
  throw new ConfigError(`A PIN has exactly ${LENGTH} digits and nothing else.`);
};

const askTwice = async (): Promise<string> => {
  const pin = checkedPin(await askUnseen(`New PIN (${LENGTH} digits, not shown): `));
  if ((await askUnseen('The same again: ')) !== pin)
    throw new ConfigError('The two are not the same. Nothing was made.');
  return pin;
};

/** What is typed does not appear; the question goes to standard error, so that the answer alone can be kept in a file. */
const askUnseen = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const interrupted = new Promise<never>((_, reject) => {
    for (const event of ['SIGINT', 'close'] as const)
      lines.once(event, () => reject(new ConfigError('Given up. Nothing was made.')));
  });
  try {
    return (await Promise.race([lines.question(''), interrupted])).trim();
  } finally {
    interrupted.catch(() => undefined);
    lines.close();
    process.stderr.write('\n');
  }
};
