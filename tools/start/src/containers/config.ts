import { z } from 'zod';

const postgres = z.string().regex(/^postgres(ql)?:\/\//, 'must be an address like postgres://…');

const secretsVariables = z.object({
  SECRETS_DIR: z.string().default('/secrets'),
  ADMIN_PIN: z
    .string()
    .regex(/^\d{9}$/, 'must be exactly 9 digits, for example ADMIN_PIN=271828182')
    .optional(),
});

const migrationVariables = z.object({
  /** May create roles and databases. Unset if they exist already, for example on a managed server. */
  ADMIN_DATABASE_URL: postgres.optional(),
  /** `on`: no other application uses that server, so its default databases are closed to everyone. */
  PRIVATE_POSTGRES: z.enum(['on', 'off']).default('off'),
  CATALOG_DATABASE_URL: postgres,
  ORDERS_DATABASE_URL: postgres,
  PAYMENTS_DATABASE_URL: postgres,
  MEDIA_DATABASE_URL: postgres,
  AUDIT_DATABASE_PASSWORD: z.string().optional(),
  NATS_URL: z.string(),
  REDIS_URL: z.string(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: z.string().default('info'),
  /** The public key of age that backups are encrypted to. */
  BACKUP_AGE_RECIPIENT: z.string().optional(),
});

export type MigrationConfig = z.infer<typeof migrationVariables>;

/** Treats an empty variable as unset. Throws an Error that names each malformed one, never its value. */
const read = <Shape extends z.ZodObject>(
  shape: Shape,
  environment: Record<string, string | undefined>,
): z.infer<Shape> => {
  const parsed = shape.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value)));
  if (parsed.success) return parsed.data;
  throw new Error(`The environment is not as needed:\n${z.prettifyError(parsed.error)}`);
};

/** Reads the folder of the secrets and the owner's PIN, if one is set. */
export const readSecretsConfig = (environment: Record<string, string | undefined>) =>
  read(secretsVariables, environment);

export const readMigrationConfig = (environment: Record<string, string | undefined>): MigrationConfig =>
  read(migrationVariables, environment);
