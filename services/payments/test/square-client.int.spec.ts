import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger, systemClock } from '@geodes/kit';
import { PaymentsConfig } from '../src/config.js';
import { squareUp } from '../src/metrics.js';
import { SquareFailure } from '../src/square/square-failure.js';
import { SquarePayments } from '../src/square/square-payments.js';

/** Faked: Square's HTTP server, for replies that neither Square's sandbox nor the simulator sends. */
let server: Server;
let answer: (...exchange: Parameters<RequestListener>) => unknown;
let config: PaymentsConfig;
let square: SquarePayments;

const logger = createLogger('payments', 'silent');

beforeAll(async () => {
  server = createServer((request, reply) => void answer(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  config = Object.assign(new PaymentsConfig(), {
    SQUARE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    SQUARE_LOCATION_ID: 'L1',
  });
});
beforeEach(() => {
  square = new SquarePayments(config, logger, systemClock);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = { sourceId: 'cnon:x', amountCents: 100, locationId: 'L1', delayDuration: 'PT10M', note: 'a note' };

/** Answers with status 503, and returns the bodies that arrive. */
const readingBodies = (): string[] => {
  const bodies: string[] = [];
  answer = async (incoming, reply) => {
    bodies.push(await text(incoming));
    reply.writeHead(503).end();
  };
  return bodies;
};

const failureOf = async (call: Promise<unknown>): Promise<SquareFailure> => {
  const error = await call.catch((reason: unknown) => reason);
  if (error instanceof SquareFailure) return error;
  throw new Error('the call did not fail as it should');
};

it('times out if a body stalls after its headers', async () => {
  answer = (_, reply) => {
    reply.writeHead(200, { 'Content-Type': 'application/json' });
    reply.write('{"payment":');
  };
  const start = performance.now();
  const failure = await failureOf(square.create(randomUUID(), request, 500));
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(failure).toMatchObject({ status: undefined, refused: false, reasons: [{ code: 'TIMEOUT' }] });
});

it('times out if no reply begins, and closes the connection', async () => {
  const ended = new Promise((resolve) => {
    answer = (incoming) => incoming.socket.once('close', resolve);
  });
  const start = performance.now();
  const failure = await failureOf(square.complete('P1', 500));
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(failure).toMatchObject({ status: undefined, refused: false, reasons: [{ code: 'TIMEOUT' }] });
  await ended;
});

it('names the error code of a connection that is reset or refused', async () => {
  answer = (incoming) => incoming.socket.destroy();
  expect((await failureOf(square.complete('P1', 2_000))).reasons).toMatchObject([{ code: 'ECONNRESET' }]);
  const nowhere = Object.assign(new PaymentsConfig(), config, { SQUARE_BASE_URL: 'http://127.0.0.1:1' });
  const away = new SquarePayments(nowhere, logger, systemClock);
  expect((await failureOf(away.complete('P1', 2_000))).reasons).toMatchObject([{ code: 'ECONNREFUSED' }]);
});

it('reuses its connection for the next call', async () => {
  const sockets = new Set<unknown>();
  answer = (incoming, reply) => {
    sockets.add(incoming.socket);
    reply.writeHead(200).end('{}');
  };
  for (let times = 0; times < 3; times += 1) await square.cancelByAttempt(randomUUID(), 2_000);
  expect(sockets.size).toBe(1);
});

it.each(['<html>maintenance</html>', '', '{}', 'null', '{"payment":{"id":"P1"}}'])(
  'treats status 200 with the body %j as no reply',
  async (body) => {
    answer = (_, reply) => reply.writeHead(200).end(body);
    expect((await failureOf(square.create(randomUUID(), request, 2_000))).refused).toBe(false);
    expect((await failureOf(square.get('P1', 2_000))).notFound).toBe(false);
  },
);

it('treats an HTML page neither as an empty list nor as a completed cancel', async () => {
  answer = (_, reply) => reply.writeHead(200).end('<html>');
  await failureOf(square.list({ from: new Date() }, 2_000));
  await failureOf(square.cancelByAttempt(randomUUID(), 2_000));
  answer = (_, reply) => reply.writeHead(200).end('{}');
  expect(await square.list({ from: new Date() }, 2_000)).toEqual({ payments: [], cursor: undefined });
  await square.cancelByAttempt(randomUUID(), 2_000);
});

it.each([
  [1, 404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND'],
  [0, 503, 'API_ERROR', 'SERVICE_UNAVAILABLE'],
  [0, 401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
  [0, 403, 'AUTHENTICATION_ERROR', 'INSUFFICIENT_SCOPES'],
])("sets the metric of Square's health to %i after status %i %s/%s", async (up, status, category, code) => {
  answer = (_, reply) => reply.writeHead(status).end(JSON.stringify({ errors: [{ category, code }] }));
  await failureOf(square.get('P1', 2_000));
  expect((await squareUp.get()).values.map(({ value }) => value)).toEqual([up]);
});

it('sends identical bytes for a repeated create, and sends one request per call', async () => {
  const bodies = readingBodies();
  const attemptId = randomUUID();
  const { note, ...rest } = request;
  await failureOf(square.create(attemptId, request, 2_000));
  await failureOf(square.create(attemptId, { note, ...rest }, 2_000));
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toBe(bodies[1]);
  expect(JSON.parse(bodies[0] ?? '')).toEqual({
    source_id: 'cnon:x',
    idempotency_key: attemptId,
    amount_money: { amount: 100, currency: 'USD' },
    autocomplete: false,
    delay_duration: 'PT10M',
    location_id: 'L1',
    reference_id: attemptId,
    note: 'a note',
  });
});

it('creates a refund key that Square accepts, always the same for a payment', async () => {
  const bodies = readingBodies();
  const payment = { id: 'P'.repeat(192), amountCents: 100, currency: 'USD', status: 'COMPLETED' } as const;
  const paid = { ...payment, referenceId: undefined, createdAt: new Date(), hasRefund: false, refundIds: [] };
  for (const id of [paid.id, 'P1']) await failureOf(square.refund({ ...paid, id }, 'test', 4_000));
  const keys = bodies.map((body) => (JSON.parse(body) as { idempotency_key: string }).idempotency_key);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  expect(keys.every((key) => key.length <= 45)).toBe(true);
});

describe('while Square is overloaded or broken', () => {
  const trouble = { errors: [{ category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' }] };
  let arrivals: number[];
  beforeEach(() => {
    arrivals = [];
  });

  /** Replies with these statuses in turn, then with an empty list. */
  const answering =
    (statuses: number[], headers: Record<string, string> = {}): RequestListener =>
    (_, reply) => {
      const status = statuses[arrivals.push(performance.now()) - 1] ?? 200;
      reply.writeHead(status, headers).end(JSON.stringify(status === 200 ? {} : trouble));
    };
  const read = (timeoutMs: number) => square.list({ from: new Date() }, timeoutMs);
  const gaps = () => arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));

  it.each([429, 500, 503])(
    'retries a read after status %i with growing random delays, and sends it at most three times',
    async (status) => {
      answer = answering([status, status]);
      expect(await read(5_000)).toEqual({ payments: [], cursor: undefined });
      const [first = 0, second = 0] = gaps();
      expect(first).toBeGreaterThanOrEqual(150);
      expect(second).toBeGreaterThanOrEqual(300);
      answer = answering([status, status, status, status]);
      arrivals = [];
      expect((await failureOf(read(5_000))).status).toBe(status);
      expect(arrivals).toHaveLength(3);
    },
  );

  it('does not retry a refused call', async () => {
    answer = (_, reply) => {
      arrivals.push(0);
      const errors = [{ category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST' }];
      reply.writeHead(400).end(JSON.stringify({ errors }));
    };
    await failureOf(read(5_000));
    expect(arrivals).toHaveLength(1);
  });

  it('respects Retry-After in every call of this process', async () => {
    answer = answering([429], { 'Retry-After': '1' });
    await failureOf(square.complete('P1', 2_000));
    expect(await read(5_000)).toEqual({ payments: [], cursor: undefined });
    expect(gaps()[0]).toBeGreaterThanOrEqual(950);
  });

  it('fails at once without a request if Retry-After exceeds the timeout', async () => {
    answer = answering([503], { 'Retry-After': '30' });
    await failureOf(square.complete('P1', 2_000));
    const start = performance.now();
    expect((await failureOf(square.create(randomUUID(), request, 8_000))).refused).toBe(false);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(arrivals).toHaveLength(1);
  });
});
