import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { hashPin, isWeakPin, WEAK_PIN_TEXT } from '@geodes/kit/pin';
import { ConfigError } from './config.js';
import type { CommandDeps, Print } from './print.js';
import type { Shop } from './shop.js';

const LENGTH = 9;
const MAX_CHARACTERS = 1_000;

/**
 * Reads a PIN and prints its hash for ADMIN_PIN_HASH. Throws ConfigError unless it has nine digits and is hard to guess.
 * Never prints the PIN.
 */
export const printPinHash = async (deps: CommandDeps, print: Print): Promise<void> => {
  const { stdin } = deps;
  const pin = stdin.isTTY ? await askTwice(deps) : (await text(stdin)).slice(0, MAX_CHARACTERS).trim();
  const hash = await hashPin(validatePin(pin));
  print({ hash }, hash);
};

const validatePin = (pin: string): string => {
  if (!new RegExp(`^\\d{${LENGTH}}$`).test(pin))
    throw new ConfigError(`A PIN has exactly ${LENGTH} digits and nothing else.`);
  if (isWeakPin(pin)) throw new ConfigError(WEAK_PIN_TEXT);
  return pin;
};

const askTwice = async (deps: CommandDeps): Promise<string> => {
  const pin = validatePin(await askWithoutEcho(deps, `New PIN (${LENGTH} digits, not shown): `));
  if ((await askWithoutEcho(deps, 'The same again: ')) !== pin)
    throw new ConfigError('The two are not the same. Nothing was made.');
  return pin;
};

/** Reads a line without echo. Asks on standard error, so that standard output has only the hash. */
const askWithoutEcho = async ({ stdin, stderr }: CommandDeps, question: string): Promise<string> => {
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  const interrupted = new Promise<never>((_, reject) => {
    for (const event of ['SIGINT', 'close'] as const)
      lines.once(event, () => reject(new ConfigError('Given up. Nothing was made.')));
  });
  try {
    return (await Promise.race([lines.question(''), interrupted])).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
};

export const endSessions = async (shop: Shop, print: Print): Promise<void> => {
  const done = await shop.call('gateway.end-sessions', {});
  const { ended } = done;
  const sessions = ended === 1 ? '1 session' : `${ended} sessions`;
  print(done, `${sessions} ended: whoever uses the panel next needs the PIN.`);
};

/** Removes the owner's passkeys, for an owner who has lost them. */
export const forgetPasskeys = async (shop: Shop, print: Print): Promise<void> => {
  const done = await shop.call('catalog.forget-passkeys', {});
  const passkeys = done.forgotten === 1 ? '1 passkey' : `${done.forgotten} passkeys`;
  print(done, `${passkeys} removed: the PIN alone logs the owner in on a new device.`);
};
