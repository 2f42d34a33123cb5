import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { CommandDeps } from '../print.js';
import type { Shop } from '../shop.js';
import type { ObservedTestLetter } from './readiness.js';

/** Asks for the code in the letter to `to`. Resolves to an empty string if it did not arrive. */
type AskCode = (to: string) => Promise<string>;

export interface TestLetterOptions {
  /** The code in the letter of an earlier run. */
  mailCode?: string | undefined;
  /** Missing without a terminal. */
  askCode?: AskCode | undefined;
}

/**
 * Sends the owner a letter with a code and asks for it, or looks for the letter of an earlier run. Throws what `shop.call`
 * throws.
 */
export const proveLetter = async (
  shop: Shop,
  { mailCode, askCode }: TestLetterOptions,
): Promise<ObservedTestLetter> => {
  if (mailCode !== undefined) {
    const letter = await shop.call('orders.find-test-letter', { code: mailCode });
    return { ...letter, outcome: letter.state === null ? 'wrong code' : 'received' };
  }
  const code = String(randomInt(100_000, 1_000_000));
  const sent = await shop.call('orders.send-test-letter', { code });
  if (sent.to === null || !askCode) return { ...sent, outcome: 'not confirmed' };
  const typed = await askCode(sent.to);
  if (typed === code) return { ...sent, outcome: 'received' };
  const letter = await shop.call('orders.find-test-letter', { code });
  return { ...letter, outcome: typed === '' ? 'not received' : 'wrong code' };
};

/** Asks on standard error, so that standard output has only the result. An interrupt counts as not received. */
export const askOnTerminal =
  ({ stdin, stderr }: CommandDeps): AskCode =>
  async (to) => {
    const lines = createInterface({ input: stdin, output: stderr });
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    try {
      const question = `Which code is in the letter to ${maskEmail(to)}? (Enter: not received) `;
      return (await Promise.race([lines.question(question), closed])).trim();
    } finally {
      lines.close();
    }
  };

/** `owner@example.com` becomes `o…@example.com`: screens are shared. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1…@');
