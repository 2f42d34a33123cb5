import autocannon, { type Options, type Result } from 'autocannon';

/** What each request is, where they differ. */
export interface Ask {
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Scheme, host and port; several are asked in turn. */
  origins: readonly string[];
  connections: number;
  /** How long, or how many requests. */
  seconds?: number;
  requests?: number;
  method?: 'GET' | 'POST';
  /** The same request over and over, or another one each time. */
  ask: Ask | (() => Ask);
  /** Statuses that are right; 200 unless told. */
  right?: readonly number[];
  /** Every body must be this one; where all requests are the same. */
  expectBody?: string;
  /** Hears each answer's status and how long it took, milliseconds. */
  hear?: (status: number, ms: number) => void;
}

export interface Heard {
  perSecond: number;
  /** Of every answer, milliseconds. */
  ms: number[];
  /** How many answers had which status; 0 for none. */
  statuses: Record<number, number>;
  /** Answers with another status or body than the right one, and requests without an answer. */
  wrong: number;
}

const ANSWER_LIMIT_S = 40;

/** What to ask: one path after the other, over and over. */
export const inTurn = (paths: readonly string[]): (() => Ask) => {
  let next = 0;
  return () => ({ path: paths[next++ % paths.length] ?? '' });
};

/** Puts load on a server and hears what it answers. Throws where the generator itself fails. */
export const load = async ({
  origins,
  connections,
  method = 'GET',
  ask,
  right = [200],
  ...rest
}: Load): Promise<Heard> => {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let began = 0;
  let last = 0;
  const options: Options = {
    // its types know one address only
    url: (typeof ask === 'function' ? [...origins] : origins.map((origin) => origin + ask.path)) as unknown as string,
    connections,
    method,
    timeout: ANSWER_LIMIT_S,
    // a run goes on until the next sample, and one a second would lengthen short ones
    sampleInt: 100,
    ...(rest.requests === undefined ? { duration: rest.seconds ?? 1 } : { amount: rest.requests }),
    ...(rest.expectBody === undefined ? {} : { expectBody: rest.expectBody }),
    ...(typeof ask === 'function'
      ? { requests: [{ method, setupRequest: (request) => ({ ...request, ...ask() }) }] }
      : { ...(ask.headers ? { headers: ask.headers } : {}), ...(ask.body ? { body: ask.body } : {}) }),
  };
  const { errors, mismatches } = await new Promise<Result>((resolve, reject) => {
    const run = autocannon(options, (error: unknown, result) => (error ? reject(error) : resolve(result)));
    run.on('start', () => (began = performance.now()));
    run.on('response', (_client, status, _bytes, time) => {
      last = performance.now();
      times.push(time);
      statuses[status] = (statuses[status] ?? 0) + 1;
      rest.hear?.(status, time);
    });
  });
  const answered = times.length;
  const rightOnes = right.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  return {
    perSecond: answered / ((last - began) / 1_000),
    ms: times,
    statuses,
    wrong: answered - rightOnes + errors + mismatches,
  };
};
