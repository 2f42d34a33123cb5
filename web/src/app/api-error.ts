/** A call that did not succeed. */
export interface ApiError {
  /** HTTP status; 0 where no answer came (no network, time-out). */
  status: number;
  /** No answer came, and the browser had no connection. */
  isOffline?: boolean;
  /** Status, colon, space, and the body or status text: for logs. */
  error: string;
  /** What the server wrote for the person at the screen, if it did. */
  message?: string;
  /** The server's error code. */
  code?: string;
  details?: unknown;
  /** Milliseconds after which the server says another try is worthwhile. */
  retryAfter?: number;
}

const parsed = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Makes an error of a reply that is not OK. `retryAfter` is the header's value, seconds. */
export const failedReply = (status: number, statusText: string, body: string, retryAfter?: string | null): ApiError => {
  const { message, code, details } = parsed(body);
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

/** Makes an error of a call to which no answer came. */
export const noReply = (reason: string, isOffline = false): ApiError => ({
  status: 0,
  error: `0: ${reason}`,
  isOffline,
});

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'status' in value && 'error' in value;

/** What to show of a failure: the server's message, else the words given. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (isApiError(error) ? error.message : undefined) ?? otherwise;
