import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { pino } from 'pino';
import { AppError } from '../app-error.js';
import { allowedAttributes, withoutValues, RedactingExporter } from './start-tracing.js';
import { traced, traceId, traceparent, untraced, useTracer } from './tracing.js';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('without a tracer', () => {
  it('runs work without a trace when no tracer is set', async () => {
    const options = { kind: 'server', parent: PARENT } as const;
    expect(await traced('work', options, () => Promise.resolve([traceId(), traceparent()]))).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('with a tracer', () => {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(new RedactingExporter(memory, pino({ level: 'silent' })))],
  });
  beforeAll(() => {
    api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    useTracer({ api, tracer: provider.getTracer('test') });
  });
  afterAll(() => {
    useTracer(undefined);
    api.context.disable();
    api.propagation.disable();
  });
  afterEach(() => memory.reset());
  const names = () => memory.getFinishedSpans().map(({ name }: ReadableSpan) => name);

  it('continues the trace of a message and passes it on', async () => {
    const inside = await traced('outer', { kind: 'server', parent: PARENT }, () =>
      traced('inner', { kind: 'client' }, () => Promise.resolve([traceId(), traceparent()])),
    );
    const [inner, outer] = memory.getFinishedSpans();
    expect(names()).toEqual(['inner', 'outer']);
    expect(outer?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inside).toEqual([
      '0af7651916cd43dd8448eb211c80319c',
      `00-0af7651916cd43dd8448eb211c80319c-${inner?.spanContext().spanId}-01`,
    ]);
  });

  it.each([['nonsense'], ['00-00000000000000000000000000000000-b7ad6b7169203331-01'], [undefined]])(
    'starts no trace for a message without a valid one: %s',
    async (parent) => {
      expect(await traced('work', { kind: 'server', parent }, () => Promise.resolve(traceId()))).toBeUndefined();
      expect(names()).toEqual([]);
    },
  );

  it('passes no traceparent on when the trace is not sampled', async () => {
    const parent = PARENT.replace(/01$/, '00');
    const inside = await traced('work', { kind: 'server', parent }, () => Promise.resolve([traceId(), traceparent()]));
    expect(inside).toEqual(['0af7651916cd43dd8448eb211c80319c', undefined]);
  });

  it('detaches untraced work from the current trace', async () => {
    const detached = await traced('outer', { kind: 'server', parent: PARENT }, () =>
      untraced(() => traced('inner', { kind: 'client' }, () => Promise.resolve(traceId()))),
    );
    expect([detached, names()]).toEqual([undefined, ['outer']]);
  });

  it('records the code of an error, never its text', async () => {
    const failure = new AppError('OUT_OF_STOCK', 'sold to buyer@example.com');
    const work = traced('work', { kind: 'server', parent: PARENT }, () => Promise.reject(failure));
    await expect(work).rejects.toBe(failure);
    const [span] = memory.getFinishedSpans();
    expect(span).toMatchObject({ attributes: { 'error.type': 'OUT_OF_STOCK' }, status: { code: 2 } });
    expect(span?.status.message).toBeUndefined();
  });

  it('exports only allowed attributes of other instrumentation', () => {
    const span = provider.getTracer('other').startSpan('GET');
    span.setAttributes({
      'http.route': '/api/orders/lookup',
      'http.target': '/api/orders/lookup?email=buyer@example.com',
      'http.user_agent': 'Mozilla',
      'net.peer.ip': '192.0.2.1',
      'db.postgresql.values': ['cnon:card-nonce-ok'],
      'db.statement': "SELECT $1 WHERE email = 'buyer@example.com'",
    });
    span.recordException(new Error('no such buyer@example.com'));
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: 'no such buyer@example.com' });
    span.end();
    const [seen] = memory.getFinishedSpans();
    expect(seen?.attributes).toEqual({
      'http.route': '/api/orders/lookup',
      'db.statement': "SELECT $1 WHERE email = '?'",
    });
    expect([seen?.events, seen?.status]).toEqual([[], { code: api.SpanStatusCode.ERROR }]);
    expect(seen?.duration).toEqual([expect.any(Number), expect.any(Number)]);
  });
});

describe('withoutValues', () => {
  it('removes literals from a statement and limits its length', () => {
    expect(withoutValues("UPDATE t SET a = 'it''s', b = $1")).toBe("UPDATE t SET a = '?', b = $1");
    expect(withoutValues('x'.repeat(5_000))).toHaveLength(1_000);
  });
});

it('exports numbers and limited texts of allowed attributes, and no other values', () => {
  const exported = allowedAttributes({
    'http.status_code': 200,
    'db.name': 'x'.repeat(2_000),
    'http.route': ['a'],
    other: 1,
  });
  expect(exported).toEqual({ 'http.status_code': 200, 'db.name': 'x'.repeat(1_000) });
});
