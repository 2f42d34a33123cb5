import { createApi, retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { isOffline } from '../ui/connection.js';
import { failedReply, noReply, type ApiError } from './api-error.js';

export interface Call {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a FormData is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Timeout of the response, milliseconds. */
  timeout?: number;
}

export interface ReplyMeta {
  status: number;
  /** The server's time from the Date header, in whole seconds. */
  date: string | null;
}

/** Returns a new Idempotency-Key. Not `crypto.randomUUID`, which exists on secure origins only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const TIMEOUT_MS = 15_000;

/** Not `AbortSignal.any`, which Safari has since 17.4 only. */
const firstOf = (...signals: AbortSignal[]): AbortSignal => {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return first.signal;
};

const send = async ({ url, method = 'GET', body, headers, timeout = TIMEOUT_MS }: Call, signal?: AbortSignal) => {
  const timer = AbortSignal.timeout(timeout);
  const isForm = body instanceof FormData;
  const isJson = !isForm && !['GET', 'HEAD', 'DELETE'].includes(method);
  const reply = await fetch(`/api${url}`, {
    method,
    credentials: 'include',
    headers: { Accept: 'application/json', ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    body: isForm || body === undefined ? (body as FormData | undefined) : JSON.stringify(body),
    signal: signal ? firstOf(signal, timer) : timer,
  });
  return { reply, text: await reply.text() };
};

/** The server would refuse a 4xx again; a 429 it may accept later. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** Receive the URL of each call that is refused with 401. */
export const unauthorizedListeners = new Set<(url: string) => void>();

type ApiResponse = { data: unknown; meta: ReplyMeta } | { error: ApiError; meta?: ReplyMeta };

/** Sends a call once, without the cache. Never rejects. */
export const sendOnce = async (request: Call, signal?: AbortSignal): Promise<ApiResponse> => {
  try {
    const { reply, text } = await send(request, signal);
    const meta = { status: reply.status, date: reply.headers.get('Date') };
    if (reply.status === 401) unauthorizedListeners.forEach((listener) => listener(request.url));
    if (reply.ok) return { data: text === '' ? null : JSON.parse(text), meta };
    return { error: failedReply(reply.status, reply.statusText, text, reply.headers.get('Retry-After')), meta };
  } catch (error) {
    return { error: noReply(error instanceof Error ? error.message : String(error), isOffline()) };
  }
};

/** Responses requested before the first render, by URL. Each serves as the first attempt of its query. */
const earlyResponses = new Map<string, Promise<ApiResponse>>();

/**
 * Sends a request before its query does. If `keep` stores a good response in time, the query sends none. Never rejects.
 */
export const requestEarly = async (request: Call, keep: (data: unknown) => Promise<unknown>): Promise<void> => {
  const pending = sendOnce(request);
  earlyResponses.set(request.url, pending);
  const response = await pending;
  if ('data' in response && earlyResponses.delete(request.url)) await keep(response.data);
};

/** Sends every API call: same origin, with credentials, JSON, with a timeout. */
const call: BaseQueryFn<Call, unknown, ApiError, object, ReplyMeta> = async (request, { signal }) => {
  const requested = request.method === undefined ? earlyResponses.get(request.url) : undefined;
  if (requested) earlyResponses.delete(request.url);
  const response = await (requested ?? sendOnce(request, signal));
  if (!('error' in response)) return response;
  const isFinal = response.error.isOffline || isRefusal(response.error.status);
  return isFinal ? retry.fail(response.error, response.meta) : response;
};

/** Retries an endpoint with `extraOptions: { maxRetries }` after 1 s, 2 s and then at most 3 s. */
const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(1_000 * 2 ** (attempt - 1), 3_000)));

/** The one API of the site; features inject their endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: retry(call, { maxRetries: 0, backoff }),
  tagTypes: ['Geode', 'Featured', 'Showcase', 'AdminGeode', 'AdminOrder', 'ShopDetails'],
  // Cached results stay valid until invalidated, live as long as the page, and are not refetched on focus.
  keepUnusedDataFor: 24 * 60 * 60,
  endpoints: () => ({}),
});
