import { setTimeout as pause } from 'node:timers/promises';
import { type DynamicModule, Global, Module, type FactoryProvider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Bus } from './bus.js';
import { CLOCK, systemClock } from './clock.js';
import { type ProcessEnvironment, type ServiceEnvironment, takesFailpoints } from './environment.js';
import { FailpointsController } from './failpoints.js';
import { GracefulNatsServer } from './graceful-nats-server.js';
import {
  HEALTH_CHECKS,
  type HealthCheck,
  HealthController,
  pingController,
  PROCESS,
  ProcessDiscovery,
  type ProcessName,
} from './health.js';
import { InFlight, beginDraining } from './in-flight.js';
import { createLineLogger, createLogger, LOGGER, type Logger, NestLogger } from './logger.js';
import { MessageErrorFilter, MessageInterceptor } from './message-interceptor.js';
import { NATS_URL } from './nats-options.js';
import { measureSaturation } from './metrics.js';
import { startTracing, stopTracing } from './tracing/start-tracing.js';
import { DtoPipe } from './validation.js';

/** The checks of /health/ready besides NATS. What they inject comes from global modules. */
export type OwnChecks = Pick<FactoryProvider<HealthCheck[]>, 'useFactory' | 'inject'>;

/** Provides the logger, the clock, the bus and /health to every module. */
@Global()
@Module({})
export class KitModule {
  static for(parts: {
    logger: Logger;
    config: ProcessEnvironment;
    inFlight: InFlight;
    health: OwnChecks;
    /** The service that responds to `<service>.ping`; unset for the gateway. */
    service?: string;
  }): DynamicModule {
    const kind = parts.service ?? 'gateway';
    const own: ProcessName = { service: kind, name: parts.config.NAME ?? kind };
    const nats = (bus: Bus, checks: HealthCheck[]): HealthCheck[] => [
      { name: 'nats', check: () => bus.ping() },
      ...checks,
    ];
    return {
      module: KitModule,
      controllers: [
        HealthController,
        ...(parts.service ? [pingController(parts.service)] : []),
        ...(takesFailpoints(parts.config) ? [FailpointsController] : []),
      ],
      providers: [
        { provide: LOGGER, useValue: parts.logger },
        { provide: CLOCK, useValue: systemClock },
        { provide: NATS_URL, useValue: parts.config.NATS_URL },
        { provide: InFlight, useValue: parts.inFlight },
        Bus,
        ProcessDiscovery,
        { provide: PROCESS, useValue: own },
        { provide: OWN_CHECKS, ...parts.health },
        { provide: HEALTH_CHECKS, useFactory: nats, inject: [Bus, OWN_CHECKS] },
      ],
      exports: [LOGGER, CLOCK, Bus, InFlight, HEALTH_CHECKS],
    };
  }
}

const OWN_CHECKS = Symbol('OWN_CHECKS');

export interface ServiceOptions {
  /** Service name: its NATS queue group, so that instances share the load. */
  service: string;
  config: ServiceEnvironment;
  /** The service's own module. */
  module: Type | DynamicModule;
  health: OwnChecks;
  /** Runs before anything listens: migrations, buckets. */
  prepare?: (logger: Logger) => Promise<void>;
}

/**
 * Starts a service: prepares, listens on NATS as its queue group, and serves /health and /metrics. On SIGTERM and
 * SIGINT it finishes work in flight and stops. Exits with code 1 if the start fails.
 */
export const startService = async (options: ServiceOptions): Promise<void> => {
  const { config, service } = options;
  const name = config.NAME ?? service;
  const logger = createLogger(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  try {
    await options.prepare?.(logger);
    if (config.PREPARE_ONLY === 'on') process.exit(0);
    await startTracing(service, config, logger);
    const app = await createServiceApp(options, logger, createLineLogger(name, config.LOG_LEVEL));
    await reportSaturation(app);
    stopOnSignal(app, logger);
    await app.startAllMicroservices();
    await app.listen({ port: config.HTTP_PORT, host: config.HTTP_HOST });
    logger.info({ port: config.HTTP_PORT }, `${service} is ready`);
  } catch (error) {
    logger.fatal({ err: error }, `${service} could not start`);
    process.exit(1);
  }
};

/** Loads TypeORM at run time, because the gateway imports this file and has no database. */
const reportSaturation = async (app: NestFastifyApplication): Promise<void> => {
  const { DataSource } = await import('typeorm');
  measureSaturation({ inFlight: app.get(InFlight), database: app.get(DataSource, { strict: false }) });
};

/**
 * Wires the application without listening; tests run it in their own process.
 * @param lines logs one line per message
 */
export const createServiceApp = async (
  options: ServiceOptions,
  logger: Logger,
  lines: Logger = logger,
): Promise<NestFastifyApplication> => {
  const { config, service } = options;
  const inFlight = new InFlight();
  const kit = KitModule.for({
    logger,
    config,
    inFlight,
    service,
    health: options.health,
  });
  const root: DynamicModule = { module: ServiceRoot, imports: [kit, options.module] };
  const app = await NestFactory.create<NestFastifyApplication>(
    root,
    new FastifyAdapter({ forceCloseConnections: true }),
    {
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new MessageErrorFilter());
  app.useGlobalInterceptors(new MessageInterceptor(inFlight, logger, lines));
  app.connectMicroservice(
    { strategy: new GracefulNatsServer(config.NATS_URL, service, inFlight) },
    { inheritAppConfig: true },
  );
  return app;
};

class ServiceRoot {}

const STOP_TIMEOUT_MS = 8_000;

/**
 * Closes the app on SIGTERM or SIGINT, then exits 0; exits 1 if closing fails or takes more than 8 s. On SIGTERM the
 * process first reports not ready for `noticeMs` milliseconds and keeps working, so that load balancers stop sending
 * requests. SIGINT closes at once.
 */
export const stopOnSignal = (app: { close(): Promise<void> }, logger: Logger, noticeMs = 0): void => {
  let stopping = false;
  const stop = async (signal: string, waitMs: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    beginDraining();
    logger.info({ signal }, 'stopping');
    if (waitMs > 0) await pause(waitMs);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    app.close().then(
      () => stopTracing().then(() => process.exit(0)),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => void stop('SIGTERM', noticeMs));
  process.on('SIGINT', () => void stop('SIGINT', 0));
};
