/** A page or call. */
export interface Route {
  method: 'GET' | 'DELETE';
  /** Matches the whole path; its groups are the handler's `params`. */
  path: RegExp;
  handle(request: RouteRequest): Reply | Promise<Reply>;
}

export interface RouteRequest {
  params: string[];
  query: URLSearchParams;
  remoteAddress: string | undefined;
}

export interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  /** A Content-Security-Policy other than that of the pages. */
  policy?: string;
}

export const json = (status: number, body: object): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export const page = (body: string, policy?: string): Reply => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body,
  policy,
});

export const notFound = (): Reply => json(404, { message: 'There is no such page or letter.' });
