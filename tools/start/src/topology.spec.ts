import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortStore, SecretStore } from '@geodes/servers';
import { readConfig } from './config.js';
import { listPublicPorts } from './public-ports.js';
import { listMetricsUrls, buildTopology } from './topology.js';

const s3 = { endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };
const urls = { postgres: 'postgres://admin@127.0.0.1:1/postgres', redis: 'redis://:r@h', nats: 'nats://n:n@h', s3 };
const databases = { catalog: 'postgres://c', orders: 'postgres://o', payments: 'postgres://p', media: 'postgres://m' };

describe('buildTopology', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'geodes-topology-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const shop = (environment: Record<string, string> = {}) =>
    buildTopology({
      config: readConfig({ DATA_DIR: dataDir, ...environment }),
      urls,
      databases,
      ports: new PortStore(dataDir),
      secrets: new SecretStore(dataDir),
      adminPin: '123456789',
    });
  const names = async (environment?: Record<string, string>) =>
    (await shop(environment)).processes.map(({ name }) => name).sort();
  const envOf = async (name: string, environment?: Record<string, string>) =>
    (await shop(environment)).processes.find((process) => process.name === name)!.env;
  const storedPorts = () => JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as Record<string, number>;

  it('starts one of each process, with the simulator, the mail catcher and a seed', async () => {
    const each = ['audit', 'catalog', 'gateway', 'mail-catcher', 'media', 'orders', 'payments', 'square-simulator'];
    expect(await names()).toEqual(each);
    expect((await shop()).seed?.env).toMatchObject({ SEED_COUNT: '48' });
  });

  it('starts the instances that SCALE names, the second gateway on the next port', async () => {
    const environment = { SCALE: 'gateway=2,orders=2', PORT: '9000' };
    expect(await names(environment)).toEqual(expect.arrayContaining(['gateway.2', 'orders.2']));
    expect((await envOf('gateway.2', environment)).PORT).toBe('9001');
    expect(listPublicPorts(readConfig(environment))).toEqual([9000, 9001, 9010, 9015, 9016]);
  });

  it('forgets the ports of instances that a smaller SCALE no longer names', async () => {
    await shop({ SCALE: 'orders=4,media=16' });
    expect(storedPorts()).toMatchObject({ 'orders.4': expect.any(Number), 'media.16': expect.any(Number) });
    await shop({ SCALE: 'orders=2' });
    const scaled = Object.keys(storedPorts()).filter((name) => name.includes('.'));
    expect(scaled).toEqual(['orders.2']);
  });

  it('lists the metrics URL of every process, gateways first', async () => {
    const { processes } = await shop({ SCALE: 'gateway=2', PORT: '9000' });
    const found = listMetricsUrls(processes);
    expect(found.map(({ name }) => name)).toEqual([
      'gateway',
      'gateway.2',
      ...['catalog', 'orders', 'payments', 'media', 'audit'],
    ]);
    expect(found[1]).toEqual({ name: 'gateway.2', url: 'http://127.0.0.1:9001/metrics' });
    for (const { url } of found) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  });

  it('gives the metrics of a gateway a port of their own in production', async () => {
    const environment = { NODE_ENV: 'production', ADMIN_PIN_HASH: 'scrypt$32768$8$1$AAAA$AAAA' };
    const { PORT, METRICS_PORT } = await envOf('gateway', environment);
    expect(METRICS_PORT).toMatch(/^\d+$/);
    expect(METRICS_PORT).not.toBe(PORT);
    expect(listMetricsUrls((await shop(environment)).processes)[0]?.url).not.toContain(`:${PORT}/`);
  });

  it('passes the OTEL_* variables on', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_BSP_SCHEDULE_DELAY: '200' };
    expect(await envOf('orders', environment)).toMatchObject(environment);
    expect(await envOf('orders')).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });

  it('starts no simulator for Square itself, and no seed for SEED=none', async () => {
    const square = {
      SQUARE_ENVIRONMENT: 'production',
      SQUARE_ACCESS_TOKEN: 'token',
      SQUARE_APPLICATION_ID: 'app',
      SQUARE_LOCATION_ID: 'loc',
      SEED: 'none',
    };
    expect(await names(square)).not.toContain('square-simulator');
    expect((await shop(square)).seed).toBeUndefined();
    expect((await envOf('gateway', square)).SQUARE_SCRIPT_URL).toBe('https://web.squarecdn.com/v1/square.js');
    expect(await envOf('payments', square)).not.toHaveProperty('SQUARE_BASE_URL');
  });

  it('sends letters to the mail catcher, to the given server, or in production nowhere', async () => {
    const { processes } = await shop({ PORT: '9000' });
    expect(processes.filter(({ env }) => 'SMTP_URL' in env).map(({ name }) => name)).toEqual(['orders']);
    expect((await envOf('orders', { PORT: '9000' })).SMTP_URL).toBe('smtp://127.0.0.1:9016');
    expect(await envOf('mail-catcher', { PORT: '9000' })).toMatchObject({
      MAIL_CATCHER_PORT: '9015',
      DATA_DIR: dataDir,
    });
    expect(storedPorts()['mail-catcher']).toBe(9015);
    const given = { SMTP_URL: 'smtps://user:word@mail.example' };
    const production = { NODE_ENV: 'production', ADMIN_PIN_HASH: 'scrypt$32768$8$1$AAAA$AAAA' };
    for (const environment of [given, production]) expect(await names(environment)).not.toContain('mail-catcher');
    expect((await envOf('orders', given)).SMTP_URL).toBe(given.SMTP_URL);
    expect(await envOf('orders', production)).not.toHaveProperty('SMTP_URL');
    expect(storedPorts()).not.toHaveProperty('mail-catcher');
  });

  it('gives each service only its own database, and the PIN only to the gateway', async () => {
    const { processes } = await shop();
    const databaseUrls = Object.fromEntries(processes.map(({ name, env }) => [name, env.DATABASE_URL]));
    expect(databaseUrls).toMatchObject({ ...databases, gateway: undefined, 'square-simulator': undefined });
    expect(processes.filter(({ env }) => 'ADMIN_PIN' in env).map(({ name }) => name)).toEqual(['gateway']);
    expect(processes.filter(({ env }) => Object.values(env).includes(urls.postgres))).toEqual([]);
  });

  it('gives each process its own NATS and Redis user, and no process the administrator', async () => {
    const { processes, seed } = await shop();
    const users = (variable: 'NATS_URL' | 'REDIS_URL') =>
      [...processes, seed!].flatMap(({ name, env }) => {
        const url = env[variable];
        return url ? [[name, new URL(url).username]] : [];
      });
    const own = (names: string[]) => names.map((name) => [name, name]);
    expect(users('NATS_URL')).toEqual(own(['catalog', 'orders', 'payments', 'media', 'gateway', 'seed']));
    expect(users('REDIS_URL')).toEqual(own(['catalog', 'orders', 'gateway']));
  });

  it('uses the NATS_URL and REDIS_URL of external servers as they are', async () => {
    const external = { NATS_URL: 'tls://shop:word@nats.example:4222', REDIS_URL: 'rediss://:word@redis.example:6380' };
    expect(await envOf('orders', external)).toMatchObject(external);
    expect(await envOf('gateway', external)).toMatchObject(external);
  });

  it('passes HOLD_MINUTES to the catalogue only', async () => {
    const processes = (await shop({ HOLD_MINUTES: '0.5' })).processes.filter(({ env }) => 'HOLD_MINUTES' in env);
    expect(processes.map(({ name, env }) => [name, env.HOLD_MINUTES])).toEqual([['catalog', '0.5']]);
  });

  it('gives the audit three databases under its own role', async () => {
    const env = await envOf('audit');
    const addresses = ['CATALOG', 'ORDERS', 'PAYMENTS'].map((name) => new URL(env[`${name}_DATABASE_URL`]!));
    expect(addresses.map(({ username, hostname }) => `${username}@${hostname}`)).toEqual([
      'geodes_audit@c',
      'geodes_audit@o',
      'geodes_audit@p',
    ]);
    expect(env).not.toHaveProperty('SQUARE_WEBHOOK_SIGNATURE_KEY');
  });

  it('starts plain Node processes without flags or preloads', async () => {
    const { processes } = await shop();
    for (const { args } of processes) expect(args).toEqual([expect.stringMatching(/\/dist\/main\.js$/)]);
  });

  it('gives payments and the simulator the same webhook key at every start', async () => {
    const key = (await envOf('payments')).SQUARE_WEBHOOK_SIGNATURE_KEY;
    expect(key).toMatch(/^[\w-]{32}$/);
    expect((await envOf('square-simulator')).SQUARE_WEBHOOK_SIGNATURE_KEY).toBe(key);
  });
});
