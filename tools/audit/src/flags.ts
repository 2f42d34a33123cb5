import { parseArgs } from 'node:util';

export interface Flags {
  json: boolean;
  watch: boolean;
  help: boolean;
  /** What changed within so many milliseconds may still be under way. */
  settleMs: number;
  /** How many days of Square's ledger are read. */
  days: number;
}

/** What is wrong with the environment or the command line, for the person who typed it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const USAGE = `npm run audit -- [--json] [--settle SECONDS] [--days DAYS] [--watch]

Reads the shop's databases and Square's ledger, changes nothing, and lists what must not be.

  --json      one JSON object instead of lines
  --settle S  what changed in the last S seconds may still be under way (120)
  --days D    how many days of Square's ledger are read, at most (30)
  --watch     stay, check every 60 s, serve /health and /metrics on HTTP_PORT (so does AUDIT_WATCH=on)

The shop is found by DATA_DIR (.local), or by CATALOG_, ORDERS_ and PAYMENTS_DATABASE_URL; Square by the variables of
npm start. Exit code: 0 all is well, 1 something must not be, 2 the books could not be read.`;

/** Throws ConfigError. */
export function readFlags(args: string[]): Flags {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        json: flag,
        watch: flag,
        help: flag,
        settle: { type: 'string', default: '120' },
        days: { type: 'string', default: '30' },
      },
    });
    const { json, watch, help } = values;
    const settle = within('--settle', values.settle, 0, 86_400);
    return { json, watch, help, settleMs: settle * 1_000, days: within('--days', values.days, 1, 365) };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function within(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new Error(`${name} is a number from ${least} to ${most}`);
}
