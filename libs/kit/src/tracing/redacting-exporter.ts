import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.js';
import { allowedAttributes } from './allowed-attributes.js';

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
