import { createRequire } from 'node:module';
import { atMost, systemClock } from '../clock.js';
import type { Logger } from '../logger.js';
import { RedactingExporter } from './redacting-exporter.js';
import { useTracer } from './tracing.js';

/** A collector that is slow must not be what a stopping process waits for. */
const EXIT_LOG_TIMEOUT_MS = 1_500;
/** Asked again and again by whoever watches. */
const NOT_TRACED = /^\/(health|metrics)(\/|\?|$)/;

let shutDown: (() => Promise<void>) | undefined;

export interface TracingNeeds {
  /** The address of an OTLP receiver; unset: nothing is traced, and nothing is loaded for it. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  NAME?: string | undefined;
}

/**
 * Exports traces by OTLP over HTTP where an address is given; the SDK reads its other OTEL_ variables itself. Called
 * before anything listens. What it patches are prototypes, so that it does not matter what was imported before. A
 * collector that is away costs the spans that do not fit the queue, and a warning.
 */
export const startTracing = async (service: string, needs: TracingNeeds, logger: Logger): Promise<void> => {
  if (!needs.OTEL_EXPORTER_OTLP_ENDPOINT || shutDown) return;
  const [api, hooks, core, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const own = resources.resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'midwest-geodes',
    'service.instance.id': needs.NAME ?? service,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new RedactingExporter(new OTLPTraceExporter(), logger))],
  });
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  // no baggage: what a stranger sends travels no further than his trace id
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  await instrument(provider);
  useTracer({ api, tracer: provider.getTracer('midwest-geodes') });
  shutDown = () => provider.shutdown();
  logger.info('traces are exported');
};

type Provider = Parameters<
  typeof import('@opentelemetry/instrumentation').registerInstrumentations
>[0]['tracerProvider'];

/** HTTP as server and client, SQL, Redis and fetch. Only within a trace: what processes do by the clock is none. */
const instrument = async (tracerProvider: Provider): Promise<void> => {
  const [{ registerInstrumentations }, http, pg, ioredis, undici] = await Promise.all([
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-ioredis'),
    import('@opentelemetry/instrumentation-undici'),
  ]);
  registerInstrumentations({
    tracerProvider,
    instrumentations: [
      new http.HttpInstrumentation({
        requireParentforOutgoingSpans: true,
        ignoreIncomingRequestHook: ({ url = '' }) => NOT_TRACED.test(url),
      }),
      new pg.PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new ioredis.IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
      new undici.UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  // hooks see what is required: what is in memory already is required once more
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https']) require(name);
  for (const name of ['pg', 'ioredis']) if (require.cache[require.resolve(name)]) require(name);
};

/** Sends what is left, in at most 1.5 s. Never throws. */
export const stopTracing = async (): Promise<void> => {
  const stop = shutDown;
  if (!stop) return;
  shutDown = undefined;
  const stopped = stop().catch(() => undefined);
  await atMost(EXIT_LOG_TIMEOUT_MS, stopped, systemClock);
};
