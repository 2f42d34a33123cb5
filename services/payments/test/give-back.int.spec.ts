import { randomUUID } from 'node:crypto';
import { eventually, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

const giveBack = (attemptId: string) => payments.bus.call('payments.give-back', { attemptId }, { timeoutMs: 12_000 });
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
    const found = await payments.bus.call('payments.refunds-of', { orders: [{ orderId }] });
    expect(found).toEqual([expect.objectContaining({ orderId, amountCents: 12_900 })]);
    const { differences } = await payments.bus.call('payments.differences', {});
    expect(differences.filter((one) => one.squarePaymentId === squarePaymentId)).toEqual([
      expect.objectContaining({ kind: 'refunded', state: 'mended', orderId }),
    ]);
  });

  it('whose authorisation was never answered is settled as well', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', 'error-500', { count: 5, recorded: true });
    await payments.authorise(attemptId);
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
