import type * as Api from '@opentelemetry/api';
import { AppError } from '../app-error.js';

type Otel = typeof Api;

/** What is loaded only where traces are exported; see start-tracing. */
interface Loaded {
  api: Otel;
  tracer: Api.Tracer;
}

let loaded: Loaded | undefined;

/** Told by start-tracing, and by tests. */
export const useTracer = (parts: Loaded | undefined): void => {
  loaded = parts;
};

export interface SpanOptions {
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Only names that `allowed-attributes` knows leave the process. */
  attributes?: Record<string, string | number | undefined>;
  /** The traceparent that came with the message; without it the span belongs to what runs now. */
  parent?: string | undefined;
  /** Begins a trace where there is none; else work without a trace stays without. */
  isRoot?: boolean;
}

/** A span under way. */
export interface RunningSpan {
  /** Runs `work` within the span: what it calls belongs to it. */
  run<T>(work: () => T): T;
  /** `error` is a code or a name, never a text that may quote somebody. */
  end(error?: string): void;
}

/** Undefined where nothing is traced, or no trace leads here: then it has cost one comparison. */
export const startSpan = (name: string, options: SpanOptions): RunningSpan | undefined => {
  if (!loaded) return undefined;
  const { api, tracer } = loaded;
  const { kind, attributes, parent, isRoot } = options;
  const context = parent
    ? api.propagation.extract(api.ROOT_CONTEXT, { traceparent: parent })
    : isRoot
      ? api.ROOT_CONTEXT
      : api.context.active();
  if (!isRoot && !api.trace.getSpanContext(context)) return undefined;
  const span = tracer.startSpan(
    name,
    { kind: api.SpanKind[KINDS[kind]], ...(attributes ? { attributes } : {}) },
    context,
  );
  const within = api.trace.setSpan(context, span);
  return {
    run: (work) => api.context.with(within, work),
    end: (error) => {
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
};

const KINDS = {
  internal: 'INTERNAL',
  server: 'SERVER',
  client: 'CLIENT',
  producer: 'PRODUCER',
  consumer: 'CONSUMER',
} as const;

/** Does `work` within a span, which ends with it and tells whether it failed. Throws what `work` throws. */
export const traced = async <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  const span = startSpan(name, options);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorName(error));
    throw error;
  }
};

/** What a span tells of an error. */
const errorName = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'Error';
};

/** Work that others set off and that belongs to none of them, such as a round by the clock that was begun early. */
export const untraced = <T>(work: () => T): T =>
  loaded ? loaded.api.context.with(loaded.api.ROOT_CONTEXT, work) : work();

const active = (): Api.SpanContext | undefined => loaded?.api.trace.getActiveSpan()?.spanContext();

/** The trace that the work at hand belongs to: 32 hexadecimal digits. */
export const traceId = (): string | undefined => active()?.traceId;

/** The work at hand as W3C's header says it, for whoever carries it on; undefined where its trace is not kept. */
export const traceparent = (): string | undefined => {
  const context = active();
  if (!context || (context.traceFlags & 1) === 0) return undefined;
  return `00-${context.traceId}-${context.spanId}-01`;
};

/** Names the span of the HTTP request at hand after its route. */
export const nameRequest = (method: string, route: string, requestId: string): void => {
  loaded?.api.trace
    .getActiveSpan()
    ?.updateName(`${method} ${route}`)
    .setAttributes({ 'http.route': route, 'shop.request_id': requestId });
};
