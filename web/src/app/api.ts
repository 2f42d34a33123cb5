import { createApi, retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { failedReply, noReply, type ApiError } from './api-error.js';

export interface Call {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a FormData is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds to wait for the answer. */
  timeout?: number;
}

export interface ReplyMeta {
  status: number;
}

const TIMEOUT = 15_000;

const send = async ({ url, method = 'GET', body, headers, timeout = TIMEOUT }: Call, signal: AbortSignal) => {
  const isForm = body instanceof FormData;
  const isJson = !isForm && !['GET', 'HEAD', 'DELETE'].includes(method);
  const reply = await fetch(`/api${url}`, {
    method,
    credentials: 'include',
    headers: { Accept: 'application/json', ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    body: isForm || body === undefined ? (body as FormData | undefined) : JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
  return { reply, text: await reply.text() };
};

/** What the server refused it will refuse again; a 429 it may not. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** Every call of the site: same origin, with credentials, JSON, bounded in time. */
const call: BaseQueryFn<Call, unknown, ApiError, object, ReplyMeta> = async (request, { signal }) => {
  const answer = await send(request, signal).catch((error: unknown) =>
    noReply(error instanceof Error ? error.message : String(error)),
  );
  if ('error' in answer) return { error: answer };
  const { reply, text } = answer;
  const meta = { status: reply.status };
  if (reply.ok) return { data: text === '' ? null : JSON.parse(text), meta };
  const error = failedReply(reply.status, reply.statusText, text, reply.headers.get('Retry-After'));
  return isRefusal(reply.status) ? retry.fail(error, meta) : { error, meta };
};

/** An endpoint with `extraOptions: { maxRetries }` is tried again, 1 s, 2 s and at most 3 s later. */
const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(1_000 * 2 ** (attempt - 1), 3_000)));

/** The one API of the site; features inject their endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: retry(call, { maxRetries: 0, backoff }),
  tagTypes: ['Geode', 'Featured', 'Showcase', 'AdminGeode', 'AdminOrder'],
  // Results do not go stale by themselves, are kept while the page is open, and are not fetched again on focus.
  keepUnusedDataFor: 24 * 60 * 60,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  endpoints: () => ({}),
});
