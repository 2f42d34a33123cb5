import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '@geodes/servers';
import { z } from 'zod';

/** The checkout: this file runs as tools/ops/dist/config.js. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As libs/servers names it. */
const USER = 'geodes';

const variables = z.object({
  NATS_URL: z
    .string()
    .refine((text) => URL.canParse(text) && ['nats:', 'tls:'].includes(new URL(text).protocol), {
      error: 'must be an address like nats://…',
    })
    .optional(),
  /** Where the audit that stays answers /metrics. */
  AUDIT_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** What is wrong with the environment or the command line, for the person who typed it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Absolute; the folder of the data of `npm start`. */
export const dataDirOf = ({ DATA_DIR }: Record<string, string | undefined>): string =>
  resolve(ROOT, DATA_DIR || '.local');

/** Where the running shop is asked. */
export interface Whereabouts {
  natsUrl: string;
  auditUrl: string | undefined;
  /** Where the processes of a shop without containers answer /health, by name. */
  processUrls: Record<string, string>;
}

/** The service processes of `npm start` keep their ports under their names; `orders.2` is the second of its kind. */
const PROCESS = /^(catalog|orders|payments|media)(\.\d+)?$/;

/**
 * NATS_URL and AUDIT_URL, or what a shop that runs for itself has written into DATA_DIR. An empty variable counts as
 * unset. Throws ConfigError, which never repeats a value.
 */
export const whereabouts = (environment: Record<string, string | undefined>): Whereabouts => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const { NATS_URL, AUDIT_URL } = parsed.data;
  if (NATS_URL) return { natsUrl: NATS_URL, auditUrl: AUDIT_URL, processUrls: {} };
  const dataDir = dataDirOf(environment);
  const password = readJsonFile(join(dataDir, 'secrets.json'))?.nats;
  const ports = readJsonFile(join(dataDir, 'ports.json')) ?? {};
  if (typeof password !== 'string' || typeof ports.nats !== 'number')
    throw new ConfigError(`There is no shop in ${dataDir}. Start it with npm start, or name its DATA_DIR or NATS_URL.`);
  const addresses = Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) =>
      typeof port === 'number' ? [[name, `http://127.0.0.1:${port}`]] : [],
    ),
  );
  return {
    natsUrl: `nats://${USER}:${encodeURIComponent(password)}@127.0.0.1:${ports.nats}`,
    auditUrl: AUDIT_URL ?? addresses.audit,
    processUrls: Object.fromEntries(Object.entries(addresses).filter(([name]) => PROCESS.test(name))),
  };
};
