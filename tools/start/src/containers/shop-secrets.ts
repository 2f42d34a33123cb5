/** File contents by folder and file name. Each folder is a volume of one container. */
export type SecretFiles = Record<string, Record<string, string>>;

/** As in docker-compose.yml. */
const NATS_USER = 'geodes';
const BUCKET = 'geodes';
const REGION = 'us-east-1';

/** Builds every container's files. `get` returns a stored secret and creates a missing one. */
export function buildSecretFiles(get: (name: string) => string, adminPin: string): SecretFiles {
  const database = (service: string, role = service) =>
    `postgres://geodes_${role}:${get(`database.geodes_${role}`)}@postgres:5432/geodes_${service}`;
  const nats_url = `nats://${NATS_USER}:${get('nats')}@nats:4222`;
  const redis_url = `redis://:${get('redis')}@redis:6379`;
  const objects = { s3_access_key_id: get('s3AccessKeyId'), s3_secret_access_key: get('s3SecretAccessKey') };
  const square_webhook_signature_key = get('squareWebhooks');
  const audited = {
    catalog_database_url: database('catalog', 'audit'),
    orders_database_url: database('orders', 'audit'),
    payments_database_url: database('payments', 'audit'),
  };
  return {
    postgres: { password: get('postgres') },
    redis: { password: get('redis'), 'redis.conf': redisSettings(get('redis')) },
    nats: { 'nats.conf': natsSettings(get('nats')) },
    'object-store': { 'config.json': objectStoreSettings(objects.s3_access_key_id) },
    migrations: {
      admin_database_url: `postgres://postgres:${get('postgres')}@postgres:5432/postgres`,
      catalog_database_url: database('catalog'),
      orders_database_url: database('orders'),
      payments_database_url: database('payments'),
      media_database_url: database('media'),
      audit_database_password: get('database.geodes_audit'),
      nats_url,
      redis_url,
      ...objects,
    },
    catalog: { database_url: database('catalog'), redis_url, nats_url },
    orders: { database_url: database('orders'), redis_url, nats_url },
    payments: { database_url: database('payments'), nats_url, square_webhook_signature_key },
    media: { database_url: database('media'), nats_url, ...objects },
    gateway: { nats_url, redis_url, admin_pin: adminPin, ...objects },
    audit: audited,
    seed: { nats_url, ...objects },
    'square-simulator': { square_webhook_signature_key },
  };
}

/** As libs/servers configures Redis; maxmemory stays below the container's limit, so a full Redis reports an error. */
const redisSettings = (password: string): string =>
  lines([
    'bind * -::*',
    `requirepass ${password}`,
    'dir /data',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory 192mb',
    'maxmemory-policy noeviction',
    'loglevel notice',
  ]);

const natsSettings = (password: string): string =>
  lines([
    'listen: "0.0.0.0:4222"',
    `authorization { user: "${NATS_USER}", password: "${password}", timeout: 5 }`,
    // The owner's list has up to 500 geodes, each with up to 5,000 characters of text.
    'max_payload: 8MB',
  ]);

const objectStoreSettings = (accessKeyId: string): string =>
  lines([
    JSON.stringify({ host: '0.0.0.0', port: 9000, folder: '/data', bucket: BUCKET, region: REGION, accessKeyId }),
  ]);

const lines = (each: string[]): string => `${each.join('\n')}\n`;
