import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsUser, RedisUser } from '@geodes/contracts/access';
import { containerRedisSettings, natsSettings, SecretStore } from '@geodes/servers';
import { resolveAdminPin } from '../admin-pin.js';
import { readSecretsConfig } from './config.js';

/** Bucket and region as in docker-compose.yml. */
const OBJECT_STORE = { host: '0.0.0.0', port: 9000, folder: '/data', bucket: 'geodes', region: 'us-east-1' };

/**
 * First step of `docker compose up`: creates the shop's passwords once and writes each container's into a separate
 * folder. Each folder is a volume of one container, so the files are world-readable inside it.
 */
const { SECRETS_DIR: folder, ADMIN_PIN } = readSecretsConfig(process.env);
const storeFolder = join(folder, 'kept');
const secrets = new SecretStore(storeFolder);
const ownerPin = resolveAdminPin({ ADMIN_PIN, DATA_DIR: storeFolder }) ?? '';
const mounted = new Set(readdirSync(folder));
for (const [name, files] of Object.entries(buildSecretFiles((secret) => secrets.get(secret), ownerPin)))
  if (mounted.has(name)) for (const [file, text] of Object.entries(files)) write(join(folder, name), file, text);
console.log('the secrets of this shop are in their volumes');

/** Writes a temporary file and renames it, so a starting container never reads half a file. */
function write(into: string, file: string, text: string): void {
  mkdirSync(into, { recursive: true });
  const path = join(into, file);
  writeFileSync(`${path}.new`, text, { flush: true });
  chmodSync(`${path}.new`, 0o444);
  renameSync(`${path}.new`, path);
}

/** Builds every container's files by name. `get` returns a stored secret and creates a missing one. */
function buildSecretFiles(get: (name: string) => string, adminPin: string): Record<string, Record<string, string>> {
  const database = (service: string, role = service) =>
    `postgres://geodes_${role}:${get(`database.geodes_${role}`)}@postgres:5432/geodes_${service}`;
  const bus = (user: NatsUser) => ({ nats_url: `nats://${user}:${get(`nats.${user}`)}@nats:4222` });
  const redis = (user: RedisUser) => ({ redis_url: `redis://${user}:${get(`redis.${user}`)}@redis:6379` });
  const objects = { s3_access_key_id: get('s3AccessKeyId'), s3_secret_access_key: get('s3SecretAccessKey') };
  const square_webhook_signature_key = get('squareWebhooks');
  return {
    postgres: { password: get('postgres') },
    // the health check's password
    redis: { password: get('redis.health'), 'redis.conf': containerRedisSettings(get) },
    nats: { 'nats.conf': natsSettings('0.0.0.0:4222', get) },
    'object-store': {
      'config.json': `${JSON.stringify({ ...OBJECT_STORE, accessKeyId: objects.s3_access_key_id })}\n`,
    },
    migrations: {
      admin_database_url: `postgres://postgres:${get('postgres')}@postgres:5432/postgres`,
      catalog_database_url: database('catalog'),
      orders_database_url: database('orders'),
      payments_database_url: database('payments'),
      media_database_url: database('media'),
      audit_database_password: get('database.geodes_audit'),
      // waits until NATS listens, and sends nothing
      nats_url: 'nats://nats:4222',
      ...redis('migrations'),
      ...objects,
    },
    catalog: { database_url: database('catalog'), ...redis('catalog'), ...bus('catalog') },
    orders: { database_url: database('orders'), ...redis('orders'), ...bus('orders') },
    payments: { database_url: database('payments'), ...bus('payments'), square_webhook_signature_key },
    media: { database_url: database('media'), ...bus('media'), ...objects },
    gateway: { ...bus('gateway'), ...redis('gateway'), admin_pin: adminPin, ...objects },
    ops: bus('ops'),
    audit: {
      catalog_database_url: database('catalog', 'audit'),
      orders_database_url: database('orders', 'audit'),
      payments_database_url: database('payments', 'audit'),
    },
    seed: { ...bus('seed'), ...objects },
    'square-simulator': { square_webhook_signature_key },
  };
}
