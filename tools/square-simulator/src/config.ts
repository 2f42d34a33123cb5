import { z } from 'zod';

/** The configuration of the process. No other file reads the environment. */
const environment = z.object({
  NAME: z.string().default('square-simulator'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: z.string().default('.local'),
  /** Loopback, as the contract says; a container that publishes the port sets 0.0.0.0. */
  SQUARE_SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SQUARE_SIMULATOR_PORT: z.coerce.number().int().min(1).max(65_535).default(8090),
  /** Added to each API call, in ms. */
  SQUARE_SIMULATOR_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** The shortest accepted delay_duration, ms. Square requires a minute; tests of expiry use less. */
  SQUARE_SIMULATOR_MIN_DELAY_MS: z.coerce.number().int().min(1).default(60_000),
  SQUARE_LOCATION_ID: z.string().default('LSIM000000001'),
  SQUARE_APPLICATION_ID: z.string().default('sandbox-sq0idb-geodes-simulator'),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  /** The subscribed URL, which is part of the signature. */
  SQUARE_WEBHOOK_URL: z.url().optional(),
  /** Where notifications are sent, if not to the subscribed URL. */
  SQUARE_WEBHOOK_DELIVER_TO: z.url().optional(),
});

export interface WebhookSubscription {
  signatureKey: string;
  /** Part of the signature, as the seller subscribed it. */
  notificationUrl: string;
  deliverTo: string;
}

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment. Treats an empty variable as unset. Throws an Error that names each malformed one. */
export const readConfig = (variables: NodeJS.ProcessEnv) => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new Error(`The environment is not as needed:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  return {
    name: env.NAME,
    logLevel: env.LOG_LEVEL,
    ledgerFolder: `${env.DATA_DIR}/square-simulator`,
    host: env.SQUARE_SIMULATOR_HOST,
    port: env.SQUARE_SIMULATOR_PORT,
    latencyMs: env.SQUARE_SIMULATOR_LATENCY_MS,
    shortestDelayMs: env.SQUARE_SIMULATOR_MIN_DELAY_MS,
    locationId: env.SQUARE_LOCATION_ID,
    applicationId: env.SQUARE_APPLICATION_ID,
    /** Absent: no webhooks are sent. */
    webhooks:
      env.SQUARE_WEBHOOK_SIGNATURE_KEY && env.SQUARE_WEBHOOK_URL
        ? {
            signatureKey: env.SQUARE_WEBHOOK_SIGNATURE_KEY,
            notificationUrl: env.SQUARE_WEBHOOK_URL,
            deliverTo: env.SQUARE_WEBHOOK_DELIVER_TO ?? env.SQUARE_WEBHOOK_URL,
          }
        : undefined,
  };
};
