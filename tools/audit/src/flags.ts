import { parseArgs } from 'node:util';

export interface Flags {
  json: boolean;
  help: boolean;
  /** Rows that changed within this many milliseconds may belong to unfinished work. */
  settleMs: number;
  /** Days of Square's ledger to read. */
  days: number;
}

/** Explains to the operator what is wrong with the environment or the command line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const USAGE = `npm run audit -- [--json] [--settle SECONDS] [--days DAYS]

Reads the shop's databases and Square's ledger, changes nothing, and lists broken invariants.

  --json      one JSON object instead of lines
  --settle S  ignore what changed in the last S seconds and may be unfinished (120)
  --days D    read at most D days of Square's ledger (30)

The shop is found by DATA_DIR (.local), or by CATALOG_, ORDERS_ and PAYMENTS_DATABASE_URL; Square by the variables of
npm start. AUDIT_WATCH=on checks every 60 s and serves /health and /metrics on HTTP_PORT. Exit code: 0 no violation,
1 violations, 2 the data could not be read.`;

/** Parses the command line. Throws ConfigError. */
export function readFlags(args: string[]): Flags {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        json: flag,
        help: flag,
        settle: { type: 'string', default: '120' },
        days: { type: 'string', default: '30' },
      },
    });
    const { json, help } = values;
    const settle = parseNumber('--settle', values.settle, 0, 86_400);
    return { json, help, settleMs: settle * 1_000, days: parseNumber('--days', values.days, 1, 365) };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function parseNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new Error(`${name} is a number from ${least} to ${most}`);
}
