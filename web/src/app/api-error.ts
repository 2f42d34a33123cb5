import type { FieldError } from '@geodes/contracts';

/** A failed API call. */
export interface ApiError {
  /** HTTP status; 0 if there was no response (no network, timeout). */
  status: number;
  /** There was no response, and the browser was offline. */
  isOffline?: boolean;
  /** Status, colon, space, and the body or status text, for logs. */
  error: string;
  /** The server's message for the user, if any. */
  message?: string;
  /** The server's error code. */
  code?: string;
  details?: unknown;
  /** Milliseconds until the server says a retry is worthwhile. */
  retryAfter?: number;
}

/** Parses a body of JSON; returns an empty object if it is none. */
export const parseBody = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Builds an error from a response that is not OK. `retryAfter` is the header's value, seconds. */
export const failedReply = (status: number, statusText: string, body: string, retryAfter?: string | null): ApiError => {
  const { message, code, details } = parseBody(body);
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    status,
    error: `${status}: ${body || statusText}`,
    message: text(message),
    code: text(code),
    details,
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
  };
};

/** Builds an error for a call without a response. */
export const noReply = (reason: string, isOffline = false): ApiError => ({
  status: 0,
  error: `0: ${reason}`,
  isOffline,
});

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'status' in value && 'error' in value;

/** Returns the text to show for a failure: the server's message, else `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (isApiError(error) ? error.message : undefined) ?? otherwise;

/** Returns the field errors of a refused request, under the server's field names. */
export const fieldErrors = (error: unknown): FieldError[] =>
  isApiError(error) && Array.isArray(error.details) ? (error.details as FieldError[]) : [];
