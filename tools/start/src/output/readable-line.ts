/** Pino's levels, most detailed first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LinePaints {
  problem(text: string): string;
  warning(text: string): string;
  faint(text: string): string;
}

/** Pino writes the level first, so hidden lines are skipped without being parsed. */
const LEVEL = /^\{"level":"([a-z]+)"/;
const HIDDEN_FIELDS = new Set(['level', 'time', 'name', 'msg', 'err', 'stack', 'context', 'pid', 'hostname']);

/**
 * Formats a JSON log line as time, level, message and the other fields. Returns undefined below `level`, and any other
 * line (a stack trace, a server's own format) unchanged.
 */
export function readableLine(line: string, level: LogLevel, paints: LinePaints): string | undefined {
  const found = LEVEL.exec(line)?.[1] as LogLevel | undefined;
  if (!found) return line;
  if (LOG_LEVELS.indexOf(found) < LOG_LEVELS.indexOf(level)) return undefined;
  const fields = parse(line);
  if (!fields) return line;
  const { time, msg, err } = fields;
  const reason = isError(err) && err.message !== msg ? ` (${err.message})` : '';
  const rest = Object.entries(fields).filter(([key]) => !HIDDEN_FIELDS.has(key));
  const more = rest.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const paint = paintOf(found, paints);
  return [
    paints.faint(clockTime(time)),
    paint(found.padEnd(5)),
    paint(`${String(msg ?? '')}${reason}`),
    ...(more.length > 0 ? [paints.faint(more.join(' '))] : []),
  ].join(' ');
}

function paintOf(level: LogLevel, paints: LinePaints): (text: string) => string {
  if (level === 'error' || level === 'fatal') return paints.problem;
  return level === 'warn' ? paints.warning : (text) => text;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isError = (err: unknown): err is { message: string } =>
  typeof err === 'object' && err !== null && typeof (err as { message?: unknown }).message === 'string';

const clockTime = (time: unknown): string => {
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? '' : date.toTimeString().slice(0, 8);
};
