import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '@geodes/servers';
import { z } from 'zod';

/** The checkout's root; this file runs as tools/ops/dist/config.js. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The operator's user: libs/contracts/src/access.ts. */
const USER = 'ops';

const variables = z.object({
  NATS_URL: z.url({ protocol: /^(nats|tls)$/, error: 'must be an address like nats://…' }).optional(),
  /** URL of the continuous audit, which serves /metrics. */
  AUDIT_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Explains to the operator what is wrong with the environment or the command line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Returns the absolute data folder of `npm start`. */
export const resolveDataDir = ({ DATA_DIR }: Record<string, string | undefined>): string =>
  resolve(ROOT, DATA_DIR || '.local');

/** URLs of a running shop. */
export interface ShopAddress {
  natsUrl: string;
  auditUrl: string | undefined;
  /** URL of the mail catcher of `npm start`, if it has one. */
  mailCatcherUrl: string | undefined;
  /** The data folder of `npm start` on this machine; undefined for containers. */
  dataDir: string | undefined;
  /** URL of each service process of `npm start`, by name; empty for containers. */
  processUrls: Record<string, string>;
}

/** Names of service processes in ports.json; `orders.2` is the second instance. */
const PROCESS = /^(catalog|orders|payments|media)(\.\d+)?$/;

/**
 * Finds the shop by NATS_URL and AUDIT_URL, or by the files that `npm start` writes to DATA_DIR; both for an `npm start` on
 * a NATS server of yours. Treats an empty variable as unset. Throws ConfigError, which never repeats a value.
 */
export const findShop = (environment: Record<string, string | undefined>): ShopAddress => {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = variables.safeParse(nonEmpty);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const { NATS_URL, AUDIT_URL } = parsed.data;
  // With NATS_URL alone the shop may be elsewhere: what lies in .local may be another one's.
  const dataDir = NATS_URL && !environment.DATA_DIR ? undefined : resolveDataDir(environment);
  const ports = (dataDir && readJsonFile(join(dataDir, 'ports.json'))) || {};
  const urls = Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) =>
      typeof port === 'number' ? [[name, `http://127.0.0.1:${port}`]] : [],
    ),
  );
  return {
    natsUrl: NATS_URL ?? privateNatsUrl(resolveDataDir(environment), ports.nats),
    auditUrl: AUDIT_URL ?? urls.audit,
    mailCatcherUrl: urls['mail-catcher'],
    dataDir,
    processUrls: Object.fromEntries(Object.entries(urls).filter(([name]) => PROCESS.test(name))),
  };
};

const privateNatsUrl = (dataDir: string, port: unknown): string => {
  const password = readJsonFile(join(dataDir, 'secrets.json'))?.[`nats.${USER}`];
  if (typeof password !== 'string' || typeof port !== 'number')
    throw new ConfigError(`There is no shop in ${dataDir}. Start it with npm start, or name its DATA_DIR or NATS_URL.`);
  return `nats://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
};
