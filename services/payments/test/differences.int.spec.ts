import { randomUUID } from 'node:crypto';
import { CLOCK, LOGGER, type Logger, Pruning } from '@geodes/kit';
import type { PaymentDifference } from '@geodes/contracts';
import { Differences } from '../src/differences/differences.js';
import { holdLeaderLock, Reconcile } from '../src/reconciliation/reconcile.js';
import { ReconciliationRunLog } from '../src/reconciliation/reconciliation-run-log.js';
import { Schedule, Sweep } from '../src/reconciliation/schedule.js';
import { eventually, usePayments } from './payments-under-test.js';

const payments = usePayments();

const reconcile = (minutes = 60) => payments.bus.call('payments.reconcile', { minutes }, { timeoutMs: 30_000 });
const listed = () => payments.bus.call('payments.differences', {});
const of = async (squarePaymentId: string): Promise<PaymentDifference[]> =>
  (await listed()).differences.filter((one) => one.squarePaymentId === squarePaymentId);
const metrics = async () => (await payments.app.inject({ method: 'GET', url: '/metrics' })).body;

describe('reconciliation on demand', () => {
  it('repairs the differences it finds and returns their count', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    const id = await payments.simulator.pay({ referenceId: attemptId });
    await payments.simulator.pay({});
    expect(await reconcile()).toEqual({ payments: 1, repaired: 1, reported: 0 });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
    expect(await reconcile()).toEqual({ payments: 1, repaired: 0, reported: 0 });
    expect(await of(id)).toEqual([
      expect.objectContaining({ kind: 'cancelled', state: 'mended', amountCents: 12_900, orderId: null, advice: null }),
    ]);
    const { checkedAt } = await listed();
    expect(Math.abs(Date.now() - Date.parse(checkedAt ?? ''))).toBeLessThan(30_000);
  });

  it('refuses a span outside 1 minute to 24 hours', async () => {
    await expect(reconcile(0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(reconcile(1_441)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('throws UNAVAILABLE with a message while Square does not respond, and repairs all in the next run', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    await payments.simulator.pay({ referenceId: attemptId });
    await payments.simulator.fail('list', 'error-503', { count: 3 });
    await expect(reconcile()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Square') as string,
    });
    expect((await reconcile()).repaired).toBe(1);
  });

  it('waits for a concurrent run instead of running beside it', async () => {
    const taken = Promise.withResolvers<void>();
    let isHeld = true;
    const other = holdLeaderLock(payments.database, 7_340_203, async () => {
      taken.resolve();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      isHeld = false;
    });
    await taken.promise;
    await reconcile(5);
    expect(isHeld).toBe(false);
    await other;
  });
});

describe('a payment of an attempt that the shop does not know', () => {
  it('is reported to the owner until acknowledged, and never changed', async () => {
    const id = await payments.simulator.pay({ referenceId: randomUUID(), autocomplete: true, amountCents: 4_321 });
    expect((await reconcile()).reported).toBe(1);
    expect((await reconcile()).reported).toBe(1);
    expect(await metrics()).toMatch(/shop_reconciliation_differences\{kind="unknown-attempt"\} [1-9]/);
    const [open] = await of(id);
    expect(open).toMatchObject({ kind: 'unknown-attempt', state: 'open', orderId: null, amountCents: 4_321 });
    expect(open?.text).toContain('$43.21');
    expect(open?.advice).toContain('Square');

    const acknowledged = await payments.bus.call('payments.acknowledge-difference', { id: open?.id ?? '' });
    expect(acknowledged).toEqual({ ...open, state: 'seen' });
    expect((await reconcile()).reported).toBe(0);
    expect(await of(id)).toEqual([acknowledged]);
    const { payment } = await payments.simulator.square.payments.get({ paymentId: id });
    expect([payment?.status, payment?.refundIds ?? []]).toEqual(['COMPLETED', []]);
  });

  it('is settled once it is voided in Square', async () => {
    const id = await payments.simulator.pay({ referenceId: randomUUID() });
    await reconcile();
    await payments.simulator.square.payments.cancel({ paymentId: id });
    await reconcile();
    expect(await of(id)).toEqual([expect.objectContaining({ state: 'mended' })]);
  });

  it('throws NOT_FOUND when an unknown difference is acknowledged', async () => {
    const acknowledge = payments.bus.call('payments.acknowledge-difference', { id: randomUUID() });
    await expect(acknowledge).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a difference that several instances find', () => {
  it('is recorded, counted and logged once', async () => {
    const lines: unknown[] = [];
    const logger = { error: (line: unknown) => lines.push(line), warn: (line: unknown) => lines.push(line) };
    const instances = Array.from({ length: 4 }, () => new Differences(payments.database, logger as unknown as Logger));
    const details = { squarePaymentId: randomUUID(), attemptId: randomUUID(), amountCents: 100 };
    const isOpen = await Promise.all(instances.map((one) => one.report('amount', details)));
    await Promise.all(instances.map((one) => one.recordRepair('captured', details)));
    expect(isOpen).toEqual([true, true, true, true]);
    expect(lines).toHaveLength(2);
    expect(await of(details.squarePaymentId)).toHaveLength(2);
  });

  it('is open again under another id if it comes back after it was settled', async () => {
    const [logger, details] = [
      { error: () => undefined, warn: () => undefined },
      { squarePaymentId: randomUUID(), attemptId: randomUUID(), amountCents: 100 },
    ];
    const differences = new Differences(payments.database, logger as unknown as Logger);
    await differences.report('not-captured', details);
    await differences.settle(details.squarePaymentId);
    const [settled] = await of(details.squarePaymentId);
    expect(settled?.state).toBe('mended');
    await differences.report('not-captured', details);
    const [again] = await of(details.squarePaymentId);
    expect([again?.state, again?.id === settled?.id]).toEqual(['open', false]);
  });
});

it('reports a payment with another amount at Square to the owner once, with its order, until both agree again', async () => {
  const orderId = randomUUID();
  const { attemptId, squarePaymentId } = await payments.authorised({ orderId });
  await payments.database.query('UPDATE payment SET amount_cents = 100 WHERE id = $1', [attemptId]);
  await reconcile();
  expect(await of(squarePaymentId)).toEqual([
    expect.objectContaining({
      kind: 'amount',
      state: 'open',
      orderId,
      text: expect.stringContaining('$1.00') as string,
    }),
  ]);
  expect(await metrics()).toMatch(/shop_reconciliation_differences\{kind="amount"\} \d/);
  expect(await metrics()).toMatch(/shop_reconciliation_open [1-9]/);
  await payments.database.query('UPDATE payment SET amount_cents = 12900 WHERE id = $1', [attemptId]);
  await reconcile();
  expect(await of(squarePaymentId)).toEqual([expect.objectContaining({ kind: 'amount', state: 'mended' })]);
});

it('a process that starts exports how many differences wait for the owner, and when the last reconciliation ended', async () => {
  await reconcile();
  await payments.database.query("UPDATE comparison SET ended_at = '2026-11-21T09:30:00Z' WHERE span = 'demand'");
  const details = { squarePaymentId: randomUUID(), attemptId: randomUUID(), amountCents: 100 };
  const get = <T>(type: abstract new (...args: never[]) => T) => payments.app.get<T>(type, { strict: false });
  await get(Differences).report('amount', details);
  const { length: open } = (await listed()).differences.filter(({ state }) => state === 'open');

  const schedule = new Schedule(
    get(Reconcile),
    get(Sweep),
    get(ReconciliationRunLog),
    payments.app.get(CLOCK),
    payments.app.get(LOGGER),
  );
  schedule.onApplicationBootstrap();
  const endedAt = Date.parse('2026-11-21T09:30:00Z') / 1000;
  await eventually(async () => {
    const text = await metrics();
    expect(text).toMatch(new RegExp(`^shop_reconciliation_open(\\{.*\\})? ${open}$`, 'm'));
    expect(text).toContain(`shop_reconciliation_last_run_timestamp_seconds{span="demand"} ${endedAt}`);
  });
  await schedule.onModuleDestroy();
});

it('a difference is deleted a year after it was found, unless it is open', async () => {
  const differences = payments.app.get(Differences, { strict: false });
  const found = async (days: number, isSettled: boolean) => {
    const details = { squarePaymentId: randomUUID(), attemptId: randomUUID(), amountCents: 100 };
    await differences.report('amount', details);
    if (isSettled) await differences.settle(details.squarePaymentId);
    await payments.database.query(
      `UPDATE difference SET seen_at = now() - $2 * interval '1 day' WHERE square_payment_id = $1`,
      [details.squarePaymentId, days],
    );
    return details.squarePaymentId;
  };
  const [old, young, open] = [await found(366, true), await found(364, true), await found(366, false)];
  expect(await payments.app.get(Pruning, { strict: false }).run()).toEqual({ difference: 1 });
  const left: { square_payment_id: string }[] = await payments.database.query(
    'SELECT square_payment_id FROM difference WHERE square_payment_id = ANY ($1)',
    [[old, young, open]],
  );
  expect(left.map((row) => row.square_payment_id).sort()).toEqual([young, open].sort());
});
