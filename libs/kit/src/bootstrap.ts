import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Bus } from './bus.js';
import { systemClock } from './clock.js';
import { type ServiceEnvironment, takesFailpoints } from './environment.js';
import { FailpointsController } from './failpoints.controller.js';
import { GracefulNatsServer } from './graceful-nats-server.js';
import { type HealthCheck, HealthController } from './health.js';
import { InFlight } from './in-flight.js';
import { createLogger, type Logger, NestLogger } from './logger.js';
import { MessageErrorFilter } from './message-error-filter.js';
import { MessageInterceptor } from './message-interceptor.js';
import { pingController } from './ping.js';
import { CLOCK, HEALTH_CHECKS, LOGGER, NATS_URL } from './tokens.js';
import { validationPipe } from './validation.js';

/** Gives every module the logger, the bus and /health. */
@Global()
@Module({})
export class KitModule {
  static for(parts: {
    logger: Logger;
    natsUrl: string;
    inFlight: InFlight;
    health?: Provider;
    /** True where tests may arm failpoints. */
    failpoints?: boolean;
    /** The service that answers `<service>.ping`; none for the gateway. */
    service?: string;
  }): DynamicModule {
    const health = parts.health ?? { provide: HEALTH_CHECKS, useValue: [] };
    const nats = (bus: Bus, checks: HealthCheck[]): HealthCheck[] => [
      { name: 'nats', check: () => bus.ping() },
      ...checks,
    ];
    return {
      module: KitModule,
      controllers: [
        HealthController,
        ...(parts.service ? [pingController(parts.service)] : []),
        ...(parts.failpoints ? [FailpointsController] : []),
      ],
      providers: [
        { provide: LOGGER, useValue: parts.logger },
        { provide: CLOCK, useValue: systemClock },
        { provide: NATS_URL, useValue: parts.natsUrl },
        { provide: InFlight, useValue: parts.inFlight },
        Bus,
        { ...health, provide: OWN_CHECKS } as Provider,
        { provide: HEALTH_CHECKS, useFactory: nats, inject: [Bus, OWN_CHECKS] },
      ],
      exports: [LOGGER, CLOCK, Bus, InFlight],
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
  /** What /health/ready asks besides NATS; a provider of HealthCheck[] whose `inject` comes from global modules. */
  health?: Omit<Provider, 'provide'> & object;
  /** Run before anything listens: migrations, buckets. */
  prepare?: (logger: Logger) => Promise<void>;
}

/**
 * Starts a service: prepares, listens on NATS as its queue group, serves /health and /metrics, stops on SIGTERM and
 * SIGINT after finishing what is in hand. A failed start ends the process with exit code 1.
 */
export const startService = async (options: ServiceOptions): Promise<NestFastifyApplication | undefined> => {
  const { config, service } = options;
  const logger = createLogger(config.NAME ?? service, config.LOG_LEVEL);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  try {
    await options.prepare?.(logger);
    const app = await createServiceApp(options, logger);
    stopOnSignal(app, logger);
    await app.startAllMicroservices();
    await app.listen({ port: config.HTTP_PORT, host: config.HTTP_HOST });
    logger.info({ port: config.HTTP_PORT }, `${service} is ready`);
    return app;
  } catch (error) {
    logger.fatal({ err: error }, `${service} could not start`);
    process.exit(1);
  }
};

/** The wired application, not listening yet; tests use it in their own process. */
export const createServiceApp = async (options: ServiceOptions, logger: Logger): Promise<NestFastifyApplication> => {
  const { config, service } = options;
  const inFlight = new InFlight();
  const kit = KitModule.for({
    logger,
    natsUrl: config.NATS_URL,
    inFlight,
    service,
    failpoints: takesFailpoints(config),
    ...(options.health ? { health: options.health as Provider } : {}),
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
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new MessageErrorFilter());
  app.useGlobalInterceptors(new MessageInterceptor(inFlight, logger));
  app.connectMicroservice(
    { strategy: new GracefulNatsServer(config.NATS_URL, service, inFlight) },
    { inheritAppConfig: true },
  );
  return app;
};

class ServiceRoot {}

const STOP_LIMIT_MS = 8_000;

/** SIGTERM and SIGINT: close in order, then exit 0; exit 1 where that takes more than 8 s. */
export const stopOnSignal = (app: { close(): Promise<void> }, logger: Logger): void => {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
};
