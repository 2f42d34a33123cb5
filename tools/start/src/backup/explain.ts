import { ConfigError } from '../config.js';
import { AlreadyRunningError } from '../data-dir.js';
import { BackupError } from './manifest.js';

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'The shop does not run, or its servers are elsewhere: start it with npm start, or name its DATA_DIR.',
  EACCES: 'The folder belongs to another user.',
  EROFS: 'The disk cannot be written.',
  ENOSPC: 'The disk is full: make room, or name a folder on another disk.',
  '28P01': 'The database refuses the password: DATA_DIR or DATABASE_URL belongs to another shop.',
  '57P01': 'The database was stopped meanwhile. Try again when it runs.',
  '42501': 'The role may not do this in the database: it has to own the tables.',
};

/** Describes an error for the operator, with advice for known error codes. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([BackupError, ConfigError, AlreadyRunningError].some((known) => error instanceof known)) return error.message;
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  const code = (error as { code?: string }).code ?? (first as { code?: string } | undefined)?.code ?? '';
  const text = error.message || first?.message || code || error.name;
  return ADVICE[code] ? `${text}\n  ${ADVICE[code]}` : text;
}
