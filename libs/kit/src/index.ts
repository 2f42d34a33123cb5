export { AppError, unavailable } from './app-error.js';
export { Batches } from './batches.js';
export { createServiceApp, KitModule, startService, stopOnSignal, type ServiceOptions } from './bootstrap.js';
export { Bus, wasSent, type CallOptions } from './bus.js';
export { ByTheClock, inRounds, type Timetable } from './by-the-clock.js';
export { atMost, type Clock, systemClock } from './clock.js';
export { databaseOptions, migrateDatabase, type DatabaseOptions } from './database.js';
export { databaseUse } from './database-use.js';
export {
  asFlag,
  LOG_LEVELS,
  ProcessEnvironment,
  readEnvironment,
  ServiceEnvironment,
  takesFailpoints,
} from './environment.js';
export { failpoint, FAILPOINTS, type Failpoint, type FailpointAction } from './failpoints.js';
export { FailpointsController } from './failpoints.controller.js';
export { fittingRows } from './fitting-rows.js';
export { GracefulNatsServer } from './graceful-nats-server.js';
export { Handles, Hears } from './handles.js';
export { HealthController, type HealthCheck } from './health.js';
export { InFlight } from './in-flight.js';
export { isLeaving } from './leaving.js';
export { createLineLogger, createLogger, NestLogger, type Logger } from './logger.js';
export { MessageErrorFilter } from './message-error-filter.js';
export { MessageInterceptor } from './message-interceptor.js';
export { Counter, Gauge, Histogram, metrics } from './metrics.js';
export { natsOptions } from './nats-options.js';
export { outageLog, type OutageLog } from './outage-log.js';
export { processHealth } from './process-health.js';
export { KEPT_DAYS, Pruning, type Prunable } from './pruning.js';
export { queueState } from './queue-state.js';
export { requestContext, type RequestContext } from './request-context.js';
export { plainText, searchWords } from './search-words.js';
export { measureSaturation } from './saturation.js';
export { CLOCK, HEALTH_CHECKS, LOGGER, NATS_URL } from './tokens.js';
export { startTracing, stopTracing } from './tracing/start-tracing.js';
export { nameRequest, startSpan, traced, traceId, traceparent, untraced } from './tracing/tracing.js';
export { inTransaction, inWords, retried } from './transaction.js';
export { validationPipe } from './validation.js';
