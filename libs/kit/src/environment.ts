import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, validateSync } from 'class-validator';
import { numberInText } from '@geodes/contracts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Variables of every process. Extend it in the process's config.ts. */
export class ProcessEnvironment {
  @IsOptional() @IsString() @IsNotEmpty() NAME?: string;
  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
  @IsOptional() @IsString() NODE_ENV?: string;
  /** nats://user:password@host:port */
  @IsString() @IsNotEmpty() NATS_URL!: string;
  /** `on` lets tests arm failpoints; ignored in production. */
  @IsIn(['on', 'off']) FAILPOINTS: 'on' | 'off' = 'off';
  /**
   * URL that receives traces; if unset, OpenTelemetry is not loaded. Its SDK reads this and the next variables itself.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_HEADERS?: string;
  @IsOptional() @IsString() OTEL_TRACES_SAMPLER?: string;
  @IsOptional() @IsString() OTEL_TRACES_SAMPLER_ARG?: string;
}

/** Variables of every service. */
export class ServiceEnvironment extends ProcessEnvironment {
  /** Port of /health and /metrics. */
  @numberInText(1, 65_535) HTTP_PORT!: number;
  /** 127.0.0.1, or 0.0.0.0 in a container. */
  @IsString() HTTP_HOST: string = '127.0.0.1';
  /** `on`: prepare (migrations, buckets) and exit, as a release step before the processes start. */
  @IsIn(['on', 'off']) PREPARE_ONLY: 'on' | 'off' = 'off';
}

/** An empty variable counts as unset. */
const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]));

/**
 * Reads and validates the environment. Throws an Error that names every missing or malformed variable, never a value.
 */
export const readEnvironment = <T extends object>(shape: new () => T, environment: NodeJS.ProcessEnv): T => {
  const config = plainToInstance(shape, withoutEmpty(environment), { exposeDefaultValues: true });
  const errors = validateSync(config, { validationError: { target: false, value: false } });
  if (errors.length > 0) {
    const reasons = errors.map((error) => `  ${error.property}: ${Object.values(error.constraints ?? {}).join(', ')}`);
    throw new Error(`The environment is not as needed:\n${reasons.join('\n')}`);
  }
  return config;
};

/** Returns whether tests may arm this process's failpoints. */
export const takesFailpoints = ({
  FAILPOINTS,
  NODE_ENV,
}: Pick<ProcessEnvironment, 'FAILPOINTS' | 'NODE_ENV'>): boolean => FAILPOINTS === 'on' && NODE_ENV !== 'production';
