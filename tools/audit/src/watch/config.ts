import { ConfigError, readFlags } from '../flags.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the configuration of the continuous audit. Treats an empty variable as unset. Throws ConfigError. */
export function readWatchConfig(args: string[], environment: Record<string, string | undefined>) {
  const { NAME, LOG_LEVEL, HTTP_PORT, HTTP_HOST } = environment;
  const port = Number(HTTP_PORT);
  if (!HTTP_PORT || !/^\d+$/.test(HTTP_PORT) || port < 1 || port > 65_535)
    throw new ConfigError('HTTP_PORT must be the port for /health and /metrics, for example HTTP_PORT=9400');
  if (LOG_LEVEL && !LEVELS.includes(LOG_LEVEL)) throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}`);
  const { settleMs } = readFlags(args);
  return { name: NAME || 'audit', logLevel: LOG_LEVEL || 'info', host: HTTP_HOST || '127.0.0.1', port, settleMs };
}
