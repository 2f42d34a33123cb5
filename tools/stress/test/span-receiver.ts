import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { until } from '@geodes/testing';

/** A span exported by the shop. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  id: string;
  parentId: string | undefined;
}

/** The JSON body of OTLP/HTTP. */
interface Exported {
  resourceSpans?: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
      }[];
    }[];
  }[];
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** Receives OTLP/HTTP as JSON on loopback and stores the spans in memory. */
export class SpanReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All received bodies, so that tests can search them for personal data. */
  readonly bodies: string[] = [];

  private constructor(
    /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
    readonly address: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<SpanReceiver> {
    const server = createServer((request, response) => {
      void json(request).then(
        (body) => {
          receiver.take(body as Exported);
          response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
        },
        () => response.writeHead(400).end(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new SpanReceiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
    return receiver;
  }

  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** Waits until `isWhole` accepts a trace's spans. Throws an Error with their names after `timeoutMs` milliseconds. */
  async untilWhole(
    traceId: string,
    isWhole: (spans: ReceivedSpan[]) => boolean,
    timeoutMs: number,
  ): Promise<ReceivedSpan[]> {
    const isDone = await until(() => isWhole(this.trace(traceId)), timeoutMs, 100);
    const spans = this.trace(traceId);
    if (isDone) return spans;
    throw new Error(`The trace is not whole:\n${spans.map(({ service, name }) => `${service}: ${name}`).join('\n')}`);
  }

  private take(body: Exported): void {
    this.bodies.push(JSON.stringify(body));
    for (const { resource, scopeSpans } of body.resourceSpans ?? [])
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          service: resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '',
          name: span.name,
          kind: KINDS[span.kind] ?? 'internal',
          traceId: span.traceId,
          id: span.spanId,
          parentId: span.parentSpanId || undefined,
        });
  }
}
