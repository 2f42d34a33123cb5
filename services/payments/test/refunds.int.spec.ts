import { randomUUID } from 'node:crypto';
import { RefundStore } from '../src/payments/refund-store.js';
import type { SquareRefund } from '../src/square/square-payment.js';
import { eventually, usePayments } from './payments-under-test.js';

const payments = usePayments();

const refundsOf = (...orders: { orderId: string; squarePaymentId?: string | null }[]) =>
  payments.bus.call('payments.list-refunds', { orders });
const store = () => payments.app.get(RefundStore, { strict: false });

describe('a refund by the owner in Square', () => {
  it('is found without a webhook, also in parts and until complete, and the payment stays captured', async () => {
    const order = await payments.captured();
    const first = await payments.simulator.refund(order.squarePaymentId, 500);
    await payments.bus.call('payments.reconcile', { minutes: 5 }, { timeoutMs: 30_000 });
    expect(await refundsOf(order)).toEqual([
      expect.objectContaining({ orderId: order.orderId, squareRefundId: first, amountCents: 500 }),
    ]);
    const second = await payments.simulator.refund(order.squarePaymentId, 700);
    await eventually(async () => {
      await payments.reconcile();
      expect((await refundsOf(order)).map(({ squareRefundId, status }) => [squareRefundId, status])).toEqual([
        [first, 'COMPLETED'],
        [second, 'COMPLETED'],
      ]);
    });
    expect((await payments.row(order.attemptId)).state).toBe('captured');
  });

  it('is found for a payment older than the span of the reconciliation', async () => {
    const order = await payments.captured();
    await payments.database.query(`UPDATE payment SET created_at = now() - interval '30 days' WHERE id = $1`, [
      order.attemptId,
    ]);
    const id = await payments.simulator.refund(order.squarePaymentId, 12_900);
    await payments.reconcile();
    expect((await refundsOf(order)).map(({ squareRefundId }) => squareRefundId)).toEqual([id]);
  });

  it('is ignored for a payment of the till', async () => {
    const till = await payments.simulator.pay({ autocomplete: true });
    await payments.simulator.refund(till, 100);
    await payments.reconcile();
    expect(await payments.database.query('SELECT id FROM refund WHERE square_payment_id = $1', [till])).toEqual([]);
  });

  it('keeps its newest state in any order of arrival, and a final state stays final', async () => {
    const { attemptId, squarePaymentId, ...order } = await payments.captured();
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
    const refundOf = (status: string, seconds: number): SquareRefund => ({
      id: `${squarePaymentId}_R`,
      squarePaymentId,
      amountCents: 300,
      status,
      createdAt: at(0),
      updatedAt: at(seconds),
    });
    const status = async () => (await refundsOf({ ...order, squarePaymentId }))[0]?.status;
    await store().recordAll([refundOf('COMPLETED', 5)]);
    await store().recordAll([refundOf('PENDING', 0)]);
    expect(await status()).toBe('COMPLETED');
    await store().recordAll([refundOf('PENDING', 5)]);
    await store().recordAll([refundOf('PENDING', 9), refundOf('PENDING', 1)]);
    expect(await status()).toBe('COMPLETED');
    await Promise.all([store().recordAll([refundOf('FAILED', 20)]), store().recordAll([refundOf('COMPLETED', 10)])]);
    expect(await status()).toBe('FAILED');
    const [difference] = await payments.database.query('SELECT * FROM difference WHERE subject = $1', [
      `${squarePaymentId}_R`,
    ]);
    expect(difference).toMatchObject({ kind: 'refund-failed', state: 'open', order_id: order.orderId });
    expect(difference).toMatchObject({ attempt_id: attemptId, amount_cents: 300 });
  });
});

describe('the refunds of orders', () => {
  it('are listed for many orders at once, and omit orders without refunds', async () => {
    const [one, other, third] = [await payments.captured(), await payments.captured(), await payments.captured()];
    await payments.simulator.refund(one.squarePaymentId, 100);
    await payments.simulator.refund(third.squarePaymentId, 200);
    await payments.reconcile();
    const found = await refundsOf(one, other, third, { orderId: randomUUID() });
    expect(found.map(({ orderId, amountCents }) => [orderId, amountCents])).toEqual([
      [one.orderId, 100],
      [third.orderId, 200],
    ]);
    expect(await refundsOf()).toEqual([]);
  });

  it('leave out the refund of a second payment of the attempt', async () => {
    const order = await payments.captured();
    await payments.simulator.pay({ referenceId: order.attemptId, autocomplete: true });
    await eventually(async () => {
      await payments.reconcile();
      const [row] = await payments.database.query('SELECT count(*)::int AS refunds FROM refund WHERE payment_id = $1', [
        order.attemptId,
      ]);
      expect(row).toEqual({ refunds: 1 });
    });
    expect(await refundsOf(order)).toEqual([]);
  });

  it('are refused for more than 500 orders', async () => {
    const many = Array.from({ length: 501 }, () => ({ orderId: randomUUID() }));
    await expect(refundsOf(...many)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('payments with refunds since a cursor', () => {
  it('are listed with their refunds, and not again if a refund did not change', async () => {
    const since = (after?: { at: string; id: string }, limit = 500) =>
      payments.bus.call('payments.refunded-since', { limit, ...(after && { after }) });
    const before = (await since()).last ?? undefined;
    const { attemptId, squarePaymentId } = await payments.captured();
    const refundOf = (id: string, amountCents: number, status: string): SquareRefund => ({
      id: `${squarePaymentId}_${id}`,
      squarePaymentId,
      amountCents,
      status,
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    await store().recordAll([refundOf('A', 300, 'PENDING')]);
    const first = await since(before);
    const refunds = [
      expect.objectContaining({ squareRefundId: `${squarePaymentId}_A`, amountCents: 300, status: 'PENDING' }),
    ];
    expect(first.payments).toEqual([{ attemptId, squarePaymentId, refunds }]);
    await store().recordAll([refundOf('A', 300, 'PENDING')]);
    expect(await since(first.last!)).toEqual({ payments: [], last: null });
    await store().recordAll([refundOf('B', 200, 'COMPLETED')]);
    await store().recordAll([refundOf('A', 300, 'FAILED')]);
    const one = await since(first.last!, 1);
    const rest = await since(one.last!);
    const both = [
      expect.objectContaining({ amountCents: 300, status: 'FAILED' }),
      expect.objectContaining({ amountCents: 200, status: 'COMPLETED' }),
    ];
    expect([...one.payments, ...rest.payments].map((payment) => payment.refunds)).toEqual([both, both]);
    expect((await since()).payments.filter((payment) => payment.attemptId === attemptId)).toHaveLength(2);
  });
});

describe('a refund of a part of an order', () => {
  const refundPart = (attemptId: string, amountCents: number, refundId = randomUUID()) =>
    payments.bus.call(
      'payments.refund-part',
      { refundId, attemptId, amountCents, reason: 'A chip' },
      { timeoutMs: 12_000 },
    );
  const amountsOf = async (attemptId: string) =>
    (await payments.simulator.ledger(attemptId)).refunds.map(({ amount_money }) => amount_money.amount);

  it('is made once for each id, and another part can follow', async () => {
    const { attemptId } = await payments.captured();
    const id = randomUUID();
    const accepted = { outcome: 'accepted', squareRefundId: expect.any(String), status: 'pending' };
    const answers = await Promise.all([refundPart(attemptId, 500, id), refundPart(attemptId, 500, id)]);
    expect(answers).toContainEqual(accepted);
    expect(await refundPart(attemptId, 500, id)).toEqual(accepted);
    expect((await refundPart(attemptId, 700)).outcome).toBe('accepted');
    expect(await amountsOf(attemptId)).toEqual([500, 700]);
    expect((await payments.row(attemptId)).state).toBe('captured');
  });

  it('whose reply is lost is found by its id', async () => {
    const { attemptId } = await payments.captured();
    const id = randomUUID();
    await payments.simulator.fail('refund', 'error-500', { count: 9, recorded: true });
    await refundPart(attemptId, 500, id);
    await payments.simulator.clearFaults();
    expect((await refundPart(attemptId, 500, id)).outcome).toBe('accepted');
    expect(await amountsOf(attemptId)).toEqual([500]);
  });

  it("of more than Square has left is refused with Square's words", async () => {
    const { attemptId } = await payments.captured();
    expect(await refundPart(attemptId, 12_901)).toEqual({
      outcome: 'refused',
      message: 'REFUND_AMOUNT_INVALID: The amount is more than is left of the payment.',
    });
  });

  it('that was refused stays refused, also if Square would make it now', async () => {
    const { attemptId } = await payments.captured();
    const id = randomUUID();
    await payments.simulator.fail('refund', 'error', {
      status: 400,
      category: 'REFUND_ERROR',
      code: 'REFUND_DECLINED',
    });
    const refused = await refundPart(attemptId, 500, id);
    expect(refused.outcome).toBe('refused');
    expect(await refundPart(attemptId, 500, id)).toEqual(refused);
    expect(await amountsOf(attemptId)).toEqual([]);
  });

  it('is not asked for while another request may still reach Square', async () => {
    const { attemptId } = await payments.captured();
    const id = randomUUID();
    await payments.simulator.fail('refund', 'reset', { count: 9, recorded: false });
    expect(await refundPart(attemptId, 500, id)).toEqual({ outcome: 'unknown' });
    await payments.simulator.clearFaults();
    expect(await refundPart(attemptId, 500, id)).toEqual({ outcome: 'unknown' });
    await payments.database.query(`UPDATE refund_request SET in_flight_until = now() WHERE id = $1`, [id]);
    expect((await refundPart(attemptId, 500, id)).outcome).toBe('accepted');
  });

  it('is unknown while the payment is not captured', async () => {
    const { attemptId } = await payments.authorised({ orderId: randomUUID() });
    expect(await refundPart(attemptId, 500)).toEqual({ outcome: 'unknown' });
  });
});
