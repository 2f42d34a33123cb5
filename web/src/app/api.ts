import { createApi, retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { isOffline } from '../ui/connection.js';
import { failedReply, noReply, type ApiError } from './api-error.js';
import type { AppThunk } from './store.js';

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
  /** The time of the shop, as the Date header says it: whole seconds. */
  date: string | null;
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

type Answer = { data: unknown; meta: ReplyMeta } | { error: ApiError; meta?: ReplyMeta };

const attempt = async (request: Call, signal: AbortSignal): Promise<Answer> => {
  try {
    const { reply, text } = await send(request, signal);
    const meta = { status: reply.status, date: reply.headers.get('Date') };
    if (reply.ok) return { data: text === '' ? null : JSON.parse(text), meta };
    return { error: failedReply(reply.status, reply.statusText, text, reply.headers.get('Retry-After')), meta };
  } catch (error) {
    return { error: noReply(error instanceof Error ? error.message : String(error), isOffline()) };
  }
};

/** Answers that were asked for before the page was drawn, by address: each is the first attempt of the query that needs it. */
const early = new Map<string, Promise<Answer>>();

/** Asks before a query does. Where `keep` takes a good answer in time, no query will ask; it never rejects. */
export const askEarly = async (request: Call, keep: (data: unknown) => Promise<unknown>): Promise<void> => {
  const answer = attempt(request, AbortSignal.timeout(TIMEOUT));
  early.set(request.url, answer);
  const told = await answer;
  if ('data' in told && early.delete(request.url)) await keep(told.data);
};

/** Every call of the site: same origin, with credentials, JSON, bounded in time. */
const call: BaseQueryFn<Call, unknown, ApiError, object, ReplyMeta> = async (request, { signal }) => {
  const asked = request.method === undefined ? early.get(request.url) : undefined;
  if (asked) early.delete(request.url);
  const answer = await (asked ?? attempt(request, signal));
  if (!('error' in answer)) return answer;
  const isFinal = answer.error.isOffline || isRefusal(answer.error.status);
  return isFinal ? retry.fail(answer.error, answer.meta) : answer;
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

/**
 * Does it now, and again when the reads that are under way have come: they may be older than what the shop told. Here, with what
 * every page loads: a file of its own would cost a shopper more in headers than in words.
 */
export const nowAndAfterReads =
  (work: () => void): AppThunk =>
  (dispatch) => {
    work();
    const reads = dispatch(api.util.getRunningQueriesThunk());
    if (reads.length > 0) void Promise.allSettled(reads).then(work);
  };
