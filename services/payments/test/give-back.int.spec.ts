import { randomUUID } from 'node:crypto';
import { eventually, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

const giveBack = (attemptId: string) => payments.bus.call('payments.refund', { attemptId }, { timeoutMs: 12_000 });
const refunds = async (attemptId: string) =>
  (await payments.simulator.ledger(attemptId)).refunds.map(({ amount_money }) => amount_money.amount);

/** The owner captures in Square's dashboard what the shop is about to give up. */
const capturedByOwner = async (orderId = randomUUID()) => {
  const attempt = await payments.authorised({ orderId });
  await payments.simulator.square.payments.complete({ paymentId: attempt.squarePaymentId });
  return { ...attempt, orderId };
};

describe('an attempt that is given up after its payment was captured behind the shop', () => {
  it('is settled by the void itself: the money goes back, once', async () => {
    const { attemptId, squarePaymentId, orderId } = await capturedByOwner();
    expect(await Promise.all([payments.void(attemptId), payments.void(attemptId)])).toEqual([
      { outcome: 'refunded' },
      { outcome: 'refunded' },
    ]);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
    expect((await payments.row(attemptId)).state).toBe('refunded');
    const found = await payments.bus.call('payments.list-refunds', { orders: [{ orderId }] });
    expect(found).toEqual([expect.objectContaining({ orderId, amountCents: 12_900 })]);
    const { differences } = await payments.bus.call('payments.differences', {});
    expect(differences.filter((one) => one.squarePaymentId === squarePaymentId)).toEqual([
      expect.objectContaining({ kind: 'refunded', state: 'mended', orderId }),
    ]);
  });

  it('whose authorisation was never answered is settled as well', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', 'error-500', { count: 20, recorded: true });
    await payments.authorise(attemptId);
    await payments.simulator.clearFaults();
    const { payments: recorded } = await payments.simulator.ledger(attemptId);
    await payments.simulator.square.payments.complete({ paymentId: recorded[0]?.id ?? '' });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it.each([true, false])(
    'is finished by the service itself where the refund got no answer (done: %s)',
    async (recorded) => {
      const { attemptId } = await capturedByOwner();
      await payments.simulator.fault('refund', 'error-500', { count: 9, recorded });
      expect((await payments.void(attemptId)).outcome).toBe(recorded ? 'refunded' : 'unknown');
      await payments.simulator.clearFaults();
      await eventually(async () => {
        await payments.sweep();
        expect((await payments.row(attemptId)).state).toBe('refunded');
      });
      expect(await refunds(attemptId)).toEqual([12_900]);
      expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    },
  );

  it('is not given back a second time where the owner has begun to', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await payments.simulator.square.refunds.refundPayment({
      idempotencyKey: randomUUID(),
      paymentId: squarePaymentId,
      amountMoney: { amount: 12_900n, currency: 'USD' },
    });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });
});

describe('a captured payment that the orders service says no order stands for', () => {
  it('goes back, once, however often it is said', async () => {
    const { attemptId } = await capturedByOwner();
    await eventually(async () => {
      await payments.reconcile();
      expect((await payments.row(attemptId)).state).toBe('captured');
    });
    expect((await payments.void(attemptId)).outcome).toBe('captured');
    expect(await refunds(attemptId)).toEqual([]);
    const answers = await Promise.all([giveBack(attemptId), giveBack(attemptId), giveBack(attemptId)]);
    expect(answers).toEqual([{ outcome: 'refunded' }, { outcome: 'refunded' }, { outcome: 'refunded' }]);
    expect(await giveBack(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it('stays unknown while Square does not answer, and goes back then', async () => {
    const { attemptId } = await payments.authorised();
    await payments.capture(attemptId);
    await payments.simulator.fault('refund', 'error-503', { count: 3 });
    expect(await giveBack(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await giveBack(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it('is untouched while it is not captured', async () => {
    const { attemptId } = await payments.authorised();
    expect(await giveBack(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await giveBack(randomUUID())).toEqual({ outcome: 'unknown' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
  });
});

describe('a refund that Square does not carry out', () => {
  const differencesOf = async (squarePaymentId: string) =>
    (await payments.bus.call('payments.differences', {})).differences
      .filter((one) => one.squarePaymentId === squarePaymentId)
      .map(({ kind, state, text }) => ({ kind, state, text }));
  const refuse = (count: number) =>
    payments.simulator.fault('refund', 'error', {
      status: 400,
      category: 'REFUND_ERROR',
      code: 'REFUND_DECLINED',
      detail: 'The card issuer declined the refund.',
      count,
    });
  const isDueAgain = (attemptId: string) =>
    payments.database.query(`UPDATE payment SET sweep_after = now() - interval '1 second' WHERE id = $1`, [attemptId]);
  const failed = (text: string) => [
    { kind: 'refund-failed', state: 'open', text: expect.stringContaining(text) as string },
  ];

  it('is not counted as given back, is shown to the owner in Square’s words, and is not asked for at once again', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await refuse(2);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    await payments.reconcile();
    await payments.sweep();
    expect((await payments.row(attemptId)).state).toBe('owed');
    expect(await refunds(attemptId)).toEqual([]);
    const text = 'REFUND_DECLINED: The card issuer declined the refund.';
    expect(await differencesOf(squarePaymentId)).toEqual(failed(text));

    await payments.simulator.clearFaults();
    await isDueAgain(attemptId);
    await payments.sweep();
    expect((await payments.row(attemptId)).state).toBe('refunded');
    expect(await refunds(attemptId)).toEqual([12_900]);
    expect((await differencesOf(squarePaymentId)).map(({ state }) => state)).toEqual(['mended', 'mended']);
  });

  it('is asked for six more times with growing pauses, then left to the owner', async () => {
    const { attemptId } = await capturedByOwner();
    await refuse(100);
    await payments.void(attemptId);
    const pauses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      await isDueAgain(attemptId);
      await payments.sweep();
      const [row] = await payments.database.query(
        'SELECT sweeps, round(extract(epoch FROM sweep_after - now()) / 60)::int AS minutes FROM payment WHERE id = $1',
        [attemptId],
      );
      if (row.minutes > 0) pauses.push(row.minutes);
      expect(row.sweeps).toBe(Math.min(tries + 1, 6));
    }
    expect(pauses).toEqual([4, 16, 64, 256, 1_024, 4_096]);
  });

  it.each(['refund-failed', 'refund-rejected'])(
    'is taken for owed when it ends in %s after it was accepted',
    async (kind) => {
      const { attemptId, squarePaymentId, orderId } = await capturedByOwner();
      await payments.simulator.fault('refund', kind, { delayMs: 500 });
      expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
      await eventually(async () => {
        await payments.reconcile();
        expect((await payments.row(attemptId)).state).toBe('owed');
      });
      expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
      const status = kind === 'refund-failed' ? 'FAILED' : 'REJECTED';
      const [refund] = await payments.bus.call('payments.list-refunds', { orders: [{ orderId }] });
      expect(refund).toMatchObject({ status, amountCents: 12_900 });
      expect(await differencesOf(squarePaymentId)).toEqual(expect.arrayContaining(failed(`Square says: ${status}`)));
      const all = await payments.bus.call('payments.refunded-since', { limit: 500 });
      expect(all.payments.find((one) => one.attemptId === attemptId)).toMatchObject({ refundedCents: 0 });
      // what the sweep does not ask for again
      expect((await payments.row(attemptId)).sweepAfter).toBeNull();
    },
  );

  it('is not taken for given back where it is the owner’s own that failed', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await payments.simulator.fault('refund', 'refund-failed', { delayMs: 0 });
    await payments.simulator.square.refunds.refundPayment({
      idempotencyKey: randomUUID(),
      paymentId: squarePaymentId,
      amountMoney: { amount: 12_900n, currency: 'USD' },
    });
    await eventually(async () => {
      const { data } = await payments.simulator.square.refunds.list({ status: 'FAILED' });
      expect(data.map(({ paymentId }) => paymentId)).toContain(squarePaymentId);
    });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect((await payments.row(attemptId)).sweepAfter).toBeNull();
  });

  it('of a second payment is not asked for again once Square has refused it', async () => {
    const { attemptId } = await payments.authorised();
    await payments.capture(attemptId);
    const second = await payments.simulator.pay({ referenceId: attemptId, autocomplete: true });
    await refuse(1);
    await payments.reconcile();
    await payments.reconcile();
    expect(await differencesOf(second)).toEqual(failed('REFUND_DECLINED'));
    expect(await refunds(attemptId)).toEqual([]);
    expect((await payments.row(attemptId)).state).toBe('captured');
  });
});
