import { createRequire } from 'node:module';
import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { atMost, systemClock } from '../clock.js';
import type { ProcessEnvironment } from '../environment.js';
import type { Logger } from '../logger.js';
import { useTracer } from './tracing.js';

/** A slow collector must not delay a stopping process. */
const SHUTDOWN_TIMEOUT_MS = 1_500;
/** Polled by monitoring. */
const NOT_TRACED = /^\/(health|metrics)(\/|\?|$)/;

let shutDown: (() => Promise<void>) | undefined;

type TracingNeeds = Pick<ProcessEnvironment, 'NAME' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>;

/**
 * Starts the export of traces by OTLP over HTTP if a URL is configured; the SDK reads its other OTEL_ variables itself.
 * Call it before anything listens. It patches prototypes, so the order of imports does not matter. If the collector is
 * down, spans beyond the queue are dropped and one warning is logged.
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
  // no baggage propagator: of a client's headers only the trace id is passed on
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  await instrument(provider);
  useTracer({ api, tracer: provider.getTracer('midwest-geodes') });
  shutDown = () => provider.shutdown();
  logger.info('trace export started');
};

type Provider = Parameters<
  typeof import('@opentelemetry/instrumentation').registerInstrumentations
>[0]['tracerProvider'];

/** Instruments HTTP, SQL, Redis and fetch. Spans need a parent, so periodic tasks create none. */
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
  // instrumentation patches a module when it is required, so require the loaded ones again
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https']) require(name);
  for (const name of ['pg', 'ioredis']) if (require.cache[require.resolve(name)]) require(name);
};

/** Exports the remaining spans, for at most 1.5 s. Never throws. */
export const stopTracing = async (): Promise<void> => {
  const stop = shutDown;
  if (!stop) return;
  shutDown = undefined;
  const stopped = stop().catch(() => undefined);
  await atMost(SHUTDOWN_TIMEOUT_MS, stopped, systemClock);
};

/**
 * Span attributes that may be exported. Instrumentation also records full URLs with queries, client IP addresses and
 * error texts. Attributes not listed here never leave the process.
 */
const ALLOWED = new Set([
  'db.collection.name',
  'db.name',
  'db.namespace',
  'db.operation',
  'db.operation.name',
  'db.system',
  'db.system.name',
  'error.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.scheme',
  'http.status_code',
  'messaging.destination.name',
  'messaging.message.id',
  'messaging.operation.type',
  'messaging.system',
  'net.peer.port',
  'network.protocol.version',
  'server.port',
  'shop.operation',
  'shop.order_id',
  'shop.request_id',
]);
/** SQL statements; `withoutValues` removes their literals, and their parameters are separate attributes. */
const STATEMENTS = new Set(['db.query.text', 'db.statement']);

const MAX_TEXT = 1_000;
/** A quoted SQL literal. */
const LITERAL = /'(?:[^']|'')*'/g;

/** Replaces the quoted literals of an SQL statement. */
export const withoutValues = (statement: string): string => statement.replace(LITERAL, "'?'").slice(0, MAX_TEXT);

/** Filters attributes for export. */
export const allowedAttributes = (attributes: Readonly<Record<string, unknown>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'number') return ALLOWED.has(name) ? [[name, value]] : [];
      if (typeof value !== 'string') return [];
      if (STATEMENTS.has(name)) return [[name, withoutValues(value)]];
      return ALLOWED.has(name) ? [[name, value.slice(0, MAX_TEXT)]] : [];
    }),
  );

/** Exports spans without personal data. Logs the first failed export and the recovery. */
export class RedactingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans.map(redact), (result) => {
      // ExportResultCode.SUCCESS, as a number: importing @opentelemetry/core here would load it without tracing
      const failed = Number(result.code) !== 0;
      if (failed && !this.isFailing) this.logger.warn({ reason: result.error?.message }, 'trace export failed');
      if (!failed && this.isFailing) this.logger.info('trace export restored');
      this.isFailing = failed;
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** Returns a view of the span without personal data. Error texts are in events and in the status message. */
const redact = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: allowedAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: [] },
    links: { value: [] },
  }) as ReadableSpan;
