import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type NatsUser, type RedisUser } from '@geodes/contracts/access';
import {
  isHttpReady,
  type PortStore,
  type SecretStore,
  OWNER_VARIABLE,
  type ServerUrls,
  withUser,
} from '@geodes/servers';
import { AUDIT_ROLE } from './databases.js';
import type { ProcessSpec, Stage } from './processes/managed-process.js';
import { type Config, instanceName, MAX_INSTANCES, ROOT, type Scalable } from './config.js';
import { hasMailCatcher } from './public-ports.js';
import { siteFolder } from './site-copy.js';

type Env = Record<string, string>;

/** Configures the simulator and the site when Square's keys are not set. */
const SIMULATED = { location: 'LSIM000000001', application: 'sandbox-sq0idb-geodes-simulator' };
const SQUARE_SCRIPTS = {
  sandbox: 'https://sandbox.web.squarecdn.com/v1/square.js',
  production: 'https://web.squarecdn.com/v1/square.js',
};
const READY_TIMEOUT_MS = 1500;

export interface Topology {
  /** All processes except the servers, in start order. */
  processes: ProcessSpec[];
  seed: ProcessSpec | undefined;
}

export interface TopologyOptions {
  config: Config;
  urls: ServerUrls;
  /** URL of each service's database. */
  databases: Record<Exclude<Scalable, 'gateway'>, string>;
  ports: PortStore;
  secrets: SecretStore;
  adminPin: string | undefined;
}

/** Builds the list of the shop's processes with the environment of each. */
export async function buildTopology(needs: TopologyOptions): Promise<Topology> {
  const { config, urls, databases, ports, secrets, adminPin } = needs;
  const square = buildSquareEnv(config, secrets);
  // the operator's own server has the users and rights that the operator gave it
  const bus = (user: NatsUser) => ({
    NATS_URL: config.external.nats ?? withUser(urls.nats, user, secrets.get(`nats.${user}`)),
  });
  const redis = (user: RedisUser) => ({
    REDIS_URL: config.external.redis ?? withUser(urls.redis, user, secrets.get(`redis.${user}`)),
  });
  const objects = {
    S3_ENDPOINT: urls.s3.endpoint,
    S3_BUCKET: urls.s3.bucket,
    S3_REGION: urls.s3.region,
    S3_ACCESS_KEY_ID: urls.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: urls.s3.secretAccessKey,
  };
  const database = (name: keyof typeof databases) => ({ DATABASE_URL: databases[name] });

  const hold: Env = config.HOLD_MINUTES === undefined ? {} : { HOLD_MINUTES: String(config.HOLD_MINUTES) };
  const letters: Env = {
    ...config.ordersEnv,
    PUBLIC_URL: config.PUBLIC_URL,
    ...(hasMailCatcher(config) ? { SMTP_URL: `smtp://127.0.0.1:${config.MAIL_CATCHER_PORT + 1}` } : {}),
  };
  const services: [Exclude<Scalable, 'gateway'>, Env][] = [
    ['catalog', { ...bus('catalog'), ...redis('catalog'), ...database('catalog'), ...hold }],
    ['orders', { ...bus('orders'), ...redis('orders'), ...database('orders'), ...letters }],
    ['payments', { ...bus('payments'), ...database('payments'), ...square.payments, PUBLIC_URL: config.PUBLIC_URL }],
    ['media', { ...bus('media'), ...database('media'), ...objects }],
  ];
  const gateway = {
    ...bus('gateway'),
    ...redis('gateway'),
    ...objects,
    ...square.gateway,
    ...config.gatewayEnv,
    WEB_ROOT: siteFolder(config.DATA_DIR),
    HOST: config.HOST,
    PUBLIC_URL: config.PUBLIC_URL,
    RATE_LIMIT: config.RATE_LIMIT,
    ...(config.ADMIN_PIN_HASH ? { ADMIN_PIN_HASH: config.ADMIN_PIN_HASH } : adminPin ? { ADMIN_PIN: adminPin } : {}),
  };

  const processes: ProcessSpec[] = [];
  const add = (name: string, folder: string, stage: Stage, env: Env, health: string) =>
    processes.push(nodeProcess(config, name, folder, stage, env, health));
  if (config.SQUARE_ENVIRONMENT === 'simulator')
    add('square-simulator', 'tools/square-simulator', 'simulator', square.simulator, simulatorUrl(config));
  // an operator who erases a buyer finds the letters by this port
  ports.set('mail-catcher', hasMailCatcher(config) ? config.MAIL_CATCHER_PORT : undefined);
  if (hasMailCatcher(config)) {
    const env = {
      MAIL_CATCHER_PORT: String(config.MAIL_CATCHER_PORT),
      PUBLIC_URL: config.PUBLIC_URL,
      DATA_DIR: config.DATA_DIR,
    };
    add('mail-catcher', 'tools/mail-catcher', 'simulator', env, `http://127.0.0.1:${config.MAIL_CATCHER_PORT}`);
  }
  for (const [kind, env] of services) {
    for (let index = 1; index <= config.scale[kind]; index += 1) {
      const name = instanceName(kind, index);
      const port = await ports.get(name);
      add(name, `services/${kind}`, 'service', { ...env, HTTP_PORT: String(port) }, `http://127.0.0.1:${port}`);
    }
    // operator tools would otherwise look for the instances of an earlier, larger SCALE
    for (let index = config.scale[kind] + 1; index <= MAX_INSTANCES; index += 1)
      ports.set(instanceName(kind, index), undefined);
  }
  const password = secrets.get(`database.${AUDIT_ROLE}`);
  const readOnly = (url: string) => Object.assign(new URL(url), { username: AUDIT_ROLE, password }).href;
  const auditPort = await ports.get('audit');
  const audit = {
    ...square.audit,
    AUDIT_WATCH: 'on',
    HTTP_PORT: String(auditPort),
    CATALOG_DATABASE_URL: readOnly(databases.catalog),
    ORDERS_DATABASE_URL: readOnly(databases.orders),
    PAYMENTS_DATABASE_URL: readOnly(databases.payments),
  };
  add('audit', 'tools/audit', 'service', audit, `http://127.0.0.1:${auditPort}`);
  for (let index = 1; index <= config.scale.gateway; index += 1) {
    const name = instanceName('gateway', index);
    const env: Env = { ...gateway, PORT: String(config.PORT + index - 1) };
    // in production, PORT serves no metrics
    if (config.NODE_ENV === 'production') env.METRICS_PORT = String(await ports.get(`${name}-metrics`));
    add(name, 'gateway', 'front', env, gatewayUrl(config, index));
  }
  const seedEnv = {
    ...bus('seed'),
    ...objects,
    SEED_COUNT: String(config.SEED_COUNT),
    SEED_VIEWS: String(config.SEED_VIEWS),
    DATA_DIR: config.DATA_DIR,
  };
  const seed = config.SEED === 'demo' ? nodeProcess(config, 'seed', 'tools/seed', 'front', seedEnv, '') : undefined;
  return { processes, seed };
}

/** Returns the gateway's URL from this machine, even if HOST is a wildcard. */
export function gatewayUrl(config: Pick<Config, 'HOST' | 'PORT'>, index = 1): string {
  const host = ['0.0.0.0', '::', 'localhost'].includes(config.HOST) ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT + index - 1}`;
}

/** Lists the Prometheus endpoint of each process, gateways first. */
export function listMetricsUrls(processes: readonly ProcessSpec[]): { name: string; url: string }[] {
  return processes
    .toSorted((a, b) => Number(b.stage === 'front') - Number(a.stage === 'front'))
    .flatMap(({ name, stage, env }) => {
      const port = stage === 'front' ? (env.METRICS_PORT ?? env.PORT) : env.HTTP_PORT;
      return port ? [{ name, url: `http://127.0.0.1:${port}/metrics` }] : [];
    });
}

/** Lists the programs that were not built. */
export function findMissingPrograms({ processes, seed }: Topology): string[] {
  const programs = [...processes, ...(seed ? [seed] : [])].map(({ args }) => args.at(-1) ?? '');
  return [...new Set(programs)].filter((program) => !existsSync(program));
}

const simulatorUrl = (config: Config): string => `http://127.0.0.1:${config.SQUARE_SIMULATOR_PORT}`;

function buildSquareEnv(
  config: Config,
  secrets: SecretStore,
): Record<'payments' | 'audit' | 'gateway' | 'simulator', Env> {
  const { SQUARE_ENVIRONMENT: environment } = config;
  const location = config.SQUARE_LOCATION_ID ?? SIMULATED.location;
  const application = config.SQUARE_APPLICATION_ID ?? SIMULATED.application;
  const simulated = environment === 'simulator';
  const signatureKey = config.SQUARE_WEBHOOK_SIGNATURE_KEY ?? (simulated ? secrets.get('squareWebhooks') : undefined);
  const signature: Env = signatureKey ? { SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey } : {};
  const both = { SQUARE_ENVIRONMENT: environment, SQUARE_LOCATION_ID: location };
  const script = simulated
    ? `http://localhost:${config.SQUARE_SIMULATOR_PORT}/v1/square.js`
    : SQUARE_SCRIPTS[environment === 'production' ? 'production' : 'sandbox'];
  const access = {
    ...both,
    SQUARE_ACCESS_TOKEN: config.SQUARE_ACCESS_TOKEN ?? 'simulator',
    ...(simulated ? { SQUARE_BASE_URL: simulatorUrl(config) } : {}),
  };
  return {
    payments: { ...access, ...signature },
    audit: access,
    gateway: { ...both, SQUARE_APPLICATION_ID: application, SQUARE_SCRIPT_URL: script },
    simulator: {
      ...signature,
      SQUARE_SIMULATOR_PORT: String(config.SQUARE_SIMULATOR_PORT),
      SQUARE_SIMULATOR_LATENCY_MS: String(config.SQUARE_SIMULATOR_LATENCY_MS),
      SQUARE_LOCATION_ID: location,
      SQUARE_APPLICATION_ID: application,
      SQUARE_WEBHOOK_URL: `${config.PUBLIC_URL}/api/square/webhooks`,
      SQUARE_WEBHOOK_DELIVER_TO: `${gatewayUrl(config)}/api/square/webhooks`,
      DATA_DIR: config.DATA_DIR,
    },
  };
}

function nodeProcess(
  config: Config,
  name: string,
  folder: string,
  stage: Stage,
  env: Env,
  health: string,
): ProcessSpec {
  const cwd = join(ROOT, folder);
  return {
    name,
    stage,
    command: process.execPath,
    args: [join(cwd, 'dist', 'main.js')],
    cwd,
    env: {
      ...config.inheritedEnv,
      NAME: name,
      LOG_LEVEL: config.LOG_LEVEL,
      [OWNER_VARIABLE]: config.DATA_DIR,
      ...env,
    },
    // SIGINT ends a process at once. SIGTERM drains it first, as in a rolling restart.
    stopSignal: 'SIGINT',
    ready: () => isHttpReady(`${health}/health/ready`, READY_TIMEOUT_MS),
  };
}
