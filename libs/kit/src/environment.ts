import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, validateSync } from 'class-validator';
import { numberInText } from '@geodes/contracts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What every process is told. Extend it in the process's config.ts. */
export class ProcessEnvironment {
  @IsOptional() @IsString() @IsNotEmpty() NAME?: string;
  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
  @IsOptional() @IsString() NODE_ENV?: string;
  /** `on` lets tests arm failpoints; not taken in production. */
  @IsIn(['on', 'off']) FAILPOINTS: 'on' | 'off' = 'off';
  /** Where traces are sent; unset: nowhere, and nothing is loaded for them. OpenTelemetry reads it and the next ones itself. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_HEADERS?: string;
  @IsOptional() @IsString() OTEL_TRACES_SAMPLER?: string;
  @IsOptional() @IsString() OTEL_TRACES_SAMPLER_ARG?: string;
}

/** What every service is told. */
export class ServiceEnvironment extends ProcessEnvironment {
  /** Where /health and /metrics listen. */
  @numberInText(1, 65_535) HTTP_PORT!: number;
  /** 127.0.0.1, or 0.0.0.0 in a container. */
  @IsString() HTTP_HOST: string = '127.0.0.1';
  /** nats://user:password@host:port */
  @IsString() @IsNotEmpty() NATS_URL!: string;
  /** `on`: prepare (migrations, buckets) and end, as a step before the release's processes start. */
  @IsIn(['on', 'off']) PREPARE_ONLY: 'on' | 'off' = 'off';
}

/** An empty variable counts as unset. */
const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]));

/**
 * Reads the environment once, typed and checked.
 * Throws an Error that names every variable that is missing or malformed; values are never printed.
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

/** Whether tests may arm this process's failpoints. */
export const takesFailpoints = ({
  FAILPOINTS,
  NODE_ENV,
}: Pick<ProcessEnvironment, 'FAILPOINTS' | 'NODE_ENV'>): boolean => FAILPOINTS === 'on' && NODE_ENV !== 'production';
