import { createHmac, randomUUID } from 'node:crypto';
import { AppError } from '@geodes/kit';
import { Repair } from '../src/reconciliation/repair.js';
import { SquarePayments } from '../src/square/square-payments.js';
import { eventually, PUBLIC_URL, SIGNATURE_KEY, usePayments } from './payments-under-test.js';

const payments = usePayments();

const signed = (event: object, key = SIGNATURE_KEY) => {
  const body = Buffer.from(JSON.stringify(event));
  const signature = createHmac('sha256', key).update(`${PUBLIC_URL}/api/square/webhooks`).update(body).digest('base64');
  return { body: body.toString('base64'), signature };
};

const deliver = (event: object, key?: string) => payments.bus.call('payments.receive-webhook', signed(event, key));

const paymentEvent = (id: string, referenceId: string, status: string) => ({
  type: 'payment.updated',
  event_id: randomUUID(),
  data: { type: 'payment', id, object: { payment: { id, reference_id: referenceId, status } } },
});

const refundEvent = (id: string, paymentId: string) => ({
  type: 'refund.updated',
  event_id: randomUUID(),
  data: { type: 'refund', id, object: { refund: { id, payment_id: paymentId } } },
});

describe("Square's webhooks", () => {
  it('speed up what reconciliation would find, and are not trusted about the state of a payment', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    expect(await deliver(paymentEvent(squarePaymentId, attemptId, 'CANCELED'))).toEqual({});
    const other = await payments.authorised();
    await payments.simulator.capture(other.squarePaymentId);
    await deliver(paymentEvent(other.squarePaymentId, other.attemptId, 'APPROVED'));
    await eventually(async () => expect((await payments.row(other.attemptId)).state).toBe('captured'), 8_000);
    expect((await payments.row(attemptId)).state).toBe('authorised');
  });

  it('cause no read from Square if they agree with the record', async () => {
    const { attemptId, squarePaymentId } = await payments.captured();
    const { amountCents } = await payments.row(attemptId);
    const examine = (cents: number) =>
      payments.app.get(Repair, { strict: false }).examine(squarePaymentId, { attemptId, amountCents: cents });
    await payments.simulator.fail('get', 'error-503', { count: 100 });
    await expect(examine(Number(amountCents))).resolves.toBe('none');
    await expect(examine(Number(amountCents) + 1)).rejects.toThrow();
    await payments.simulator.clearFaults();
  });

  it('are refused without the right signature', async () => {
    const event = paymentEvent('P1', randomUUID(), 'COMPLETED');
    await expect(deliver(event, 'another-key')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { body } = signed(event);
    const unsigned = payments.bus.call('payments.receive-webhook', { body, signature: '' });
    await expect(unsigned).rejects.toBeInstanceOf(AppError);
  });

  it('cause one read from Square if they arrive several times at once', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    const event = paymentEvent(squarePaymentId, attemptId, 'APPROVED');
    const read = jest.spyOn(payments.app.get(SquarePayments, { strict: false }), 'get');
    await Promise.all([deliver(event), deliver(event), deliver(event)]);
    await eventually(async () => expect(read.mock.calls).toEqual([[squarePaymentId]]), 8_000);
    read.mockRestore();
  });

  it('change nothing if they arrive again later', async () => {
    const { attemptId, squarePaymentId } = await payments.captured();
    const before = await payments.row(attemptId);
    const read = jest.spyOn(payments.app.get(SquarePayments, { strict: false }), 'get');
    for (let times = 1; times <= 2; times += 1) {
      await deliver(paymentEvent(squarePaymentId, attemptId, 'APPROVED'));
      await eventually(async () => expect(read).toHaveBeenCalledTimes(times), 8_000);
    }
    expect(await payments.row(attemptId)).toEqual(before);
    read.mockRestore();
  });

  it('record a refund by the owner', async () => {
    const { attemptId, squarePaymentId } = await payments.captured();
    await deliver(refundEvent(await payments.simulator.refund(squarePaymentId, 500), squarePaymentId));
    await eventually(async () => {
      const refunds = await payments.database.query('SELECT amount_cents FROM refund WHERE payment_id = $1', [
        attemptId,
      ]);
      expect(refunds).toEqual([{ amount_cents: 500 }]);
    }, 8_000);
    expect((await payments.row(attemptId)).state).toBe('captured');
  });

  it('cause no call to Square for refunds of the till', async () => {
    const { squarePaymentId } = await payments.captured();
    const read = jest.spyOn(payments.app.get(SquarePayments, { strict: false }), 'getRefund');
    for (let times = 0; times < 20; times += 1) await deliver(refundEvent(`TILL_${times}`, 'TILL'));
    await deliver(refundEvent('OURS', squarePaymentId));
    await eventually(async () => expect(read).toHaveBeenCalled(), 5_000);
    expect(new Set(read.mock.calls.map(([id]) => id))).toEqual(new Set(['OURS']));
    read.mockRestore();
  });
});
