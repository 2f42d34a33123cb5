import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.js';

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
