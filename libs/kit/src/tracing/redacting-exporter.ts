import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.js';
import { allowedAttributes } from './allowed-attributes.js';

/** Hands spans on without anything personal, and says once when nobody takes them, and once when somebody does again. */
export class RedactingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans.map(careful), (result) => {
      // 0 is success: the package that names it is not loaded for this
      const failed = Number(result.code) !== 0;
      if (failed && !this.isFailing) this.logger.warn({ reason: result.error?.message }, 'traces are not taken');
      if (!failed && this.isFailing) this.logger.info('traces are taken again');
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

/** The span, seen without what must not be seen: errors in their own words are events and messages of a status. */
const careful = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: allowedAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: [] },
    links: { value: [] },
  }) as ReadableSpan;
