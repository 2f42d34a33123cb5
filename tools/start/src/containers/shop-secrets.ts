import type { NatsUser, RedisUser } from '@geodes/contracts/access';
import { containerRedisSettings, natsSettings } from '@geodes/servers';

/** File contents by folder and file name. Each folder is a volume of one container. */
export type SecretFiles = Record<string, Record<string, string>>;

/** As in docker-compose.yml. */
const BUCKET = 'geodes';
const REGION = 'us-east-1';

/** Builds every container's files. `get` returns a stored secret and creates a missing one. */
export function buildSecretFiles(get: (name: string) => string, adminPin: string): SecretFiles {
  const database = (service: string, role = service) =>
    `postgres://geodes_${role}:${get(`database.geodes_${role}`)}@postgres:5432/geodes_${service}`;
  const bus = (user: NatsUser) => ({ nats_url: `nats://${user}:${get(`nats.${user}`)}@nats:4222` });
  const redis = (user: RedisUser) => ({ redis_url: `redis://${user}:${get(`redis.${user}`)}@redis:6379` });
  const objects = { s3_access_key_id: get('s3AccessKeyId'), s3_secret_access_key: get('s3SecretAccessKey') };
  const square_webhook_signature_key = get('squareWebhooks');
  const audited = {
    catalog_database_url: database('catalog', 'audit'),
    orders_database_url: database('orders', 'audit'),
    payments_database_url: database('payments', 'audit'),
  };
  return {
    postgres: { password: get('postgres') },
    // the health check's password
    redis: { password: get('redis.health'), 'redis.conf': containerRedisSettings(get) },
    nats: { 'nats.conf': natsSettings('0.0.0.0:4222', get) },
    'object-store': { 'config.json': objectStoreSettings(objects.s3_access_key_id) },
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
    audit: audited,
    seed: { ...bus('seed'), ...objects },
    'square-simulator': { square_webhook_signature_key },
  };
}

const objectStoreSettings = (accessKeyId: string): string =>
  `${JSON.stringify({ host: '0.0.0.0', port: 9000, folder: '/data', bucket: BUCKET, region: REGION, accessKeyId })}\n`;
