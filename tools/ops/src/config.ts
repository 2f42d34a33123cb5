import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '@geodes/servers';
import { z } from 'zod';

/** The checkout: this file runs as tools/ops/dist/config.js. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As libs/servers names it. */
const USER = 'geodes';

const variables = z.object({
  DATA_DIR: z.string().default('.local'),
  NATS_URL: z
    .string()
    .refine((text) => URL.canParse(text) && ['nats:', 'tls:'].includes(new URL(text).protocol), {
      error: 'must be an address like nats://…',
    })
    .optional(),
});

/** What is wrong with the environment or the command line, for the person who typed it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Where the running shop is asked: NATS_URL, or the server that it runs for itself in DATA_DIR. An empty variable counts
 * as unset. Throws ConfigError, which never repeats a value.
 */
export const natsUrl = (environment: Record<string, string | undefined>): string => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const { NATS_URL, DATA_DIR } = parsed.data;
  if (NATS_URL) return NATS_URL;
  const dataDir = isAbsolute(DATA_DIR) ? DATA_DIR : resolve(ROOT, DATA_DIR);
  const password = readJsonFile(join(dataDir, 'secrets.json'))?.nats;
  const port = readJsonFile(join(dataDir, 'ports.json'))?.nats;
  if (typeof password !== 'string' || typeof port !== 'number')
    throw new ConfigError(`There is no shop in ${dataDir}. Start it with npm start, or name its DATA_DIR or NATS_URL.`);
  return `nats://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
};
