import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@geodes/testing';
import { authorisation, failure, SimulatorProcess } from './simulator-process.js';

let simulator: SimulatorProcess;
/** How many payments earlier tests made. */
let before: number;
beforeAll(async () => {
  simulator = await SimulatorProcess.start({ SQUARE_SIMULATOR_MIN_DELAY_MS: '1000' });
});
beforeEach(async () => {
  before = (await simulator.ledger()).payments.length;
  await fetch(`${simulator.url}/simulator/faults`, { method: 'DELETE' });
});
afterAll(() => simulator?.dispose());

const newPayments = async () => (await simulator.ledger()).payments.slice(before);
const statuses = async (): Promise<string[]> => (await newPayments()).map(({ status }) => status);
const impatient = () => simulator.client({ timeoutInSeconds: 1 }).payments;

describe('a call that Square never answers', () => {
  it('with cnon:simulator-hang leaves an authorisation that cancel by key voids', async () => {
    const request = authorisation({ sourceId: 'cnon:simulator-hang' });
    const error = await failure(impatient().create(request));
    expect(error.statusCode).toBeUndefined();
    expect(await statuses()).toEqual(['APPROVED']);
    expect((await failure(impatient().create(request))).statusCode).toBeUndefined();
    expect(await statuses()).toEqual(['APPROVED']);
    await simulator.client().payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey });
    expect(await statuses()).toEqual(['CANCELED']);
  });

  it('does not prevent the simulator from stopping', async () => {
    const hanging = simulator.client({ timeoutInSeconds: 30 }).payments;
    const calls = Array.from({ length: 5 }, () =>
      failure(hanging.create(authorisation({ sourceId: 'cnon:simulator-hang' }))),
    );
    await eventually('five payments', async () => (await statuses()).length === 5);
    const tookMs = await simulator.end('SIGTERM');
    await simulator.run();
    expect(tookMs).toBeLessThan(2_000);
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(undefined));
  });

  it('takes effect with the fault hang, and not with hang-before', async () => {
    const request = authorisation();
    await simulator.fault({ operation: 'create', kind: 'hang' });
    await failure(impatient().create(request));
    expect(await statuses()).toEqual(['APPROVED']);
    expect((await simulator.client().payments.create(request)).payment!.status).toBe('APPROVED');
    await simulator.fault({ operation: 'create', kind: 'hang-before' });
    await failure(impatient().create(authorisation()));
    expect(await statuses()).toEqual(['APPROVED']);
  });
});

describe('a requested fault', () => {
  it('of error-500 takes no effect, unless it is to be recorded', async () => {
    await simulator.fault({ operation: 'create', kind: 'error-500' });
    const error = await failure(simulator.pay());
    expect([error.statusCode, error.errors[0]!.category]).toEqual([500, 'API_ERROR']);
    expect(await statuses()).toEqual([]);
    await simulator.fault({ operation: 'create', kind: 'error-500', recorded: true });
    await failure(simulator.pay());
    expect(await statuses()).toEqual(['APPROVED']);
  });

  it('responds with the status, category, code and detail of the fault', async () => {
    const reply = {
      status: 403,
      category: 'AUTHENTICATION_ERROR',
      code: 'INSUFFICIENT_SCOPES',
      detail: 'No scope.',
    } as const;
    await simulator.fault({ operation: 'create', ...reply });
    const { statusCode, body } = await failure(simulator.pay());
    const { status, ...error } = reply;
    expect([statusCode, body]).toEqual([status, { errors: [error] }]);
    expect(await statuses()).toEqual([]);
  });

  it.each([undefined, false])('declines a create with any code of the issuer, recorded %s', async (recorded) => {
    const decline = { status: 402, category: 'PAYMENT_METHOD_ERROR', code: 'INSUFFICIENT_PERMISSIONS' } as const;
    await simulator.fault({ operation: 'create', ...decline, recorded });
    const { statusCode, body } = await failure(simulator.pay());
    expect([statusCode, body]).toMatchObject([402, { errors: [{ code: 'INSUFFICIENT_PERMISSIONS' }] }]);
    expect(await statuses()).toEqual(recorded === false ? [] : ['FAILED']);
  });

  it.each([undefined, 7])('limits the rate, with Retry-After %s', async (retryAfter) => {
    const reply = { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', retryAfter } as const;
    await simulator.fault({ operation: 'list', ...reply });
    const response = await fetch(`${simulator.url}/v2/payments`, { headers: { authorization: 'Bearer any' } });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(retryAfter === undefined ? null : '7');
  });

  it('is refused without a known category', async () => {
    const wrong = simulator.fault({ status: 400, category: 'CARD_ERROR' as 'API_ERROR', code: 'X' });
    await expect(wrong).rejects.toThrow('INVALID_ENUM_VALUE');
  });

  it('of reset breaks the connection after the effect', async () => {
    const payment = await simulator.pay();
    await simulator.fault({ operation: 'complete', kind: 'reset' });
    const error = await failure(simulator.client().payments.complete({ paymentId: payment.id! }));
    expect(error.statusCode).toBeUndefined();
    expect(await statuses()).toEqual(['COMPLETED']);
  });

  it('of slow takes effect after the caller timed out and cancelled by key', async () => {
    const request = authorisation();
    await simulator.fault({ operation: 'create', kind: 'slow', delayMs: 3_000 });
    await failure(impatient().create(request));
    await simulator.client().payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey });
    expect(await statuses()).toEqual([]);
    await eventually('an authorisation', async () => (await statuses())[0] === 'APPROVED');
  });

  it('is listed, consumed by the calls it fails, and removed by DELETE', async () => {
    await simulator.fault({ operation: 'any', kind: 'error-500', count: 2 });
    await failure(simulator.pay());
    const faults = async (): Promise<unknown> => (await fetch(`${simulator.url}/simulator/faults`)).json();
    expect(await faults()).toMatchObject({ faults: [{ operation: 'any', kind: 'error-500', count: 1 }] });
    expect((await fetch(`${simulator.url}/simulator/faults`, { method: 'DELETE' })).status).toBe(204);
    expect(await faults()).toEqual({ faults: [] });
    await simulator.pay();
  });
});

describe('an expired authorisation', () => {
  it('is voided by Square', async () => {
    await simulator.pay({ delayDuration: 'PT3S' });
    expect(await statuses()).toEqual(['APPROVED']);
    await eventually('no authorisation is left', async () => !(await statuses()).includes('APPROVED'));
    expect(await statuses()).toEqual(['CANCELED']);
  });

  it('can no longer be captured, even if it expired while the simulator was stopped', async () => {
    const payment = await simulator.pay({ delayDuration: 'PT1S' });
    await simulator.end('SIGKILL');
    await pause(1_100);
    await simulator.run();
    const error = await failure(simulator.client().payments.complete({ paymentId: payment.id! }));
    expect(error.errors[0]!.code).toBe('BAD_REQUEST');
    expect(await statuses()).toEqual(['CANCELED']);
  });
});

describe('the ledger', () => {
  it('keeps every payment that was answered before kill -9, with keys, tokens and refunds', async () => {
    const { payments, refunds } = simulator.client();
    const request = authorisation();
    const { payment: first } = await payments.create(request);
    const unused = await simulator.cardToken();
    const used = await simulator.cardToken();
    const { payment: second } = await payments.create(authorisation({ sourceId: used }));
    await payments.complete({ paymentId: second!.id! });
    await refunds.refundPayment({
      idempotencyKey: randomUUID(),
      paymentId: second!.id!,
      amountMoney: { amount: 100n, currency: 'USD' },
    });
    const answered: string[] = [];
    const busy = Array.from({ length: 200 }, async () => {
      const { payment } = await payments.create(authorisation());
      answered.push(payment!.id!);
    });
    await Promise.race(busy);
    await simulator.end('SIGKILL');
    await Promise.allSettled(busy);
    await simulator.run();

    const { payments: kept, refunds: keptRefunds } = await simulator.ledger();
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([first!.id, second!.id, ...answered]));
    expect(keptRefunds).toHaveLength(1);
    expect((await payments.create(request)).payment).toEqual(first);
    expect((await payments.create(authorisation({ sourceId: unused }))).payment!.status).toBe('APPROVED');
    const error = await failure(payments.create(authorisation({ sourceId: used })));
    expect(error.errors[0]!.code).toBe('CARD_TOKEN_USED');
  });

  it('never holds a card number or CVV, and neither does the log', async () => {
    const sourceId = await simulator.cardToken({ cardNumber: '5105 1051 0510 5100', cvv: '735' });
    await simulator.pay({ sourceId });
    const files = await readdir(simulator.ledgerFolder);
    const contents = await Promise.all(files.map((file) => readFile(join(simulator.ledgerFolder, file), 'latin1')));
    const written = contents.join() + simulator.output;
    expect(written).toContain('510510');
    expect(written).not.toMatch(/5105\s?1051\s?0510\s?5100|"735"/);
    expect(simulator.output).toContain('/v1/card-nonce');
    expect(simulator.output).not.toContain(sourceId);
  });
});

describe('the process', () => {
  it('leaves the ledger of another process unchanged when its port is taken', async () => {
    const payment = await simulator.pay();
    const second = simulator.sibling();
    await expect(second.run()).rejects.toThrow('EADDRINUSE');
    expect((await newPayments()).map(({ id }) => id)).toEqual([payment.id]);
  });

  it('adds SQUARE_SIMULATOR_LATENCY_MS to each call', async () => {
    const slow = await SimulatorProcess.start({ SQUARE_SIMULATOR_LATENCY_MS: '300' });
    const start = performance.now();
    await slow.client().payments.create(authorisation());
    expect(performance.now() - start).toBeGreaterThanOrEqual(295);
    await slow.dispose();
  });

  it('shows its metrics', async () => {
    const text = await (await fetch(`${simulator.url}/metrics`)).text();
    expect(text).toContain('process_cpu_seconds_total');
  });
});
