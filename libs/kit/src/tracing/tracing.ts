import type * as Api from '@opentelemetry/api';
import { AppError } from '../app-error.js';

type Otel = typeof Api;

/** OpenTelemetry, loaded only if traces are exported; see start-tracing. */
interface Loaded {
  api: Otel;
  tracer: Api.Tracer;
}

let loaded: Loaded | undefined;

/** Sets the tracer; called by start-tracing and tests. */
export const useTracer = (parts: Loaded | undefined): void => {
  loaded = parts;
};

export interface SpanOptions {
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Only names that the redacting exporter allows are exported. */
  attributes?: Record<string, string | number | undefined>;
  /** The traceparent of the message; defaults to the active span. */
  parent?: string | undefined;
  /** Starts a new trace. Otherwise work without a trace gets no span. */
  isRoot?: boolean;
}

/** A span under way. */
export interface RunningSpan {
  /** Runs `work` with this span active. */
  run<T>(work: () => T): T;
  /** Ends the span. `error` is a code or a name, never a text, which may quote personal data. */
  end(error?: string): void;
}

/** Starts a span. Returns undefined if tracing is off or no trace is active. */
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
  const spanKind = api.SpanKind[kind.toUpperCase() as Uppercase<SpanOptions['kind']>];
  const span = tracer.startSpan(name, { kind: spanKind, ...(attributes ? { attributes } : {}) }, context);
  const within = api.trace.setSpan(context, span);
  return {
    run: (work) => api.context.with(within, work),
    end: (error) => {
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
};

/** Runs `work` within a span that records whether it failed. Throws the error of `work`. */
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

const errorName = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'Error';
};

/** Runs `work` outside the current trace, for shared work that one caller happens to trigger. */
export const untraced = <T>(work: () => T): T =>
  loaded ? loaded.api.context.with(loaded.api.ROOT_CONTEXT, work) : work();

const active = (): Api.SpanContext | undefined => loaded?.api.trace.getActiveSpan()?.spanContext();

/** Returns the active trace's id, 32 hexadecimal digits. */
export const traceId = (): string | undefined => active()?.traceId;

/** Returns the active span as a W3C traceparent header; undefined if the trace is not sampled. */
export const traceparent = (): string | undefined => {
  const context = active();
  if (!context || (context.traceFlags & 1) === 0) return undefined;
  return `00-${context.traceId}-${context.spanId}-01`;
};

/** Names the active HTTP span after its route. */
export const nameRequest = (method: string, route: string, requestId: string): void => {
  loaded?.api.trace
    .getActiveSpan()
    ?.updateName(`${method} ${route}`)
    .setAttributes({ 'http.route': route, 'shop.request_id': requestId });
};
