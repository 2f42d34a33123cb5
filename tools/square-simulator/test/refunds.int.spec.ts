import { randomUUID } from 'node:crypto';
import { SquareError, type Square } from 'square';
import { eventually } from '@geodes/testing';
import { SimulatorProcess } from './simulator-process.js';

let simulator: SimulatorProcess;
beforeAll(async () => {
  simulator = await SimulatorProcess.start();
});
afterAll(() => simulator.dispose());

const pay = async (autocomplete: boolean): Promise<string> =>
  (await simulator.pay({ amountMoney: { amount: 5_000n, currency: 'USD' }, autocomplete })).id!;

const refund = (
  paymentId: string,
  amount: bigint,
  idempotencyKey: string = randomUUID(),
): Promise<Square.RefundPaymentResponse> =>
  simulator.client().refunds.refundPayment({
    paymentId,
    idempotencyKey,
    amountMoney: { amount, currency: 'USD' },
    reason: 'Sold twice',
  });

const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof SquareError ? `${error.errors[0]!.category} ${error.errors[0]!.code}` : undefined;
};

describe('a refund', () => {
  it('is PENDING at first and COMPLETED soon after, and shows on the payment', async () => {
    const paymentId = await pay(true);
    const { refund: made } = await refund(paymentId, 2_000n);
    expect(made).toMatchObject({ status: 'PENDING', paymentId, reason: 'Sold twice' });
    expect(made!.id.startsWith(`${paymentId}_`)).toBe(true);
    const settled = await eventually('the refund is settled', async () => {
      const { refund: now } = await simulator.client().refunds.get({ refundId: made!.id });
      return now!.status === 'COMPLETED' ? now : undefined;
    });
    expect(settled.amountMoney.amount).toBe(2_000n);
    const { payment } = await simulator.client().payments.get({ paymentId });
    expect(payment).toMatchObject({ status: 'COMPLETED', refundedMoney: { amount: 2_000n }, refundIds: [made!.id] });
    const listed: string[] = [];
    for await (const one of await simulator.client().refunds.list({})) listed.push(one.id);
    expect(listed).toContain(made!.id);
  });

  it('may be partial, but never exceeds the captured amount, pending refunds included', async () => {
    const paymentId = await pay(true);
    await refund(paymentId, 4_000n);
    expect(await codeOf(refund(paymentId, 1_001n))).toBe('REFUND_ERROR REFUND_AMOUNT_INVALID');
    expect((await refund(paymentId, 1_000n)).refund!.status).toBe('PENDING');
    expect(await codeOf(refund(paymentId, 1n))).toBe('REFUND_ERROR REFUND_AMOUNT_INVALID');
  });

  it('is refused before the payment is captured, and after it was voided', async () => {
    const paymentId = await pay(false);
    expect(await codeOf(refund(paymentId, 100n))).toBe('REFUND_ERROR REFUND_ERROR_PAYMENT_NEEDS_COMPLETION');
    await simulator.client().payments.cancel({ paymentId });
    expect(await codeOf(refund(paymentId, 100n))).toBe('REFUND_ERROR PAYMENT_NOT_REFUNDABLE');
    expect(await codeOf(refund('unknown', 100n))).toBe('INVALID_REQUEST_ERROR NOT_FOUND');
  });

  it('is made once under one key', async () => {
    const paymentId = await pay(true);
    const key = randomUUID();
    const replies = await Promise.all([refund(paymentId, 100n, key), refund(paymentId, 100n, key)]);
    expect(replies[0]).toEqual(replies[1]);
    expect(await codeOf(refund(paymentId, 200n, key))).toBe('INVALID_REQUEST_ERROR IDEMPOTENCY_KEY_REUSED');
    expect((await simulator.ledger()).refunds.filter((one) => one.payment_id === paymentId)).toHaveLength(1);
  });

  it.each([
    ['refund-failed', 'FAILED', 'REFUND_ERROR PAYMENT_NOT_REFUNDABLE'],
    ['refund-rejected', 'REJECTED', undefined],
  ] as const)('with the fault %s is PENDING and later %s', async (kind, status, codeOfTheNext) => {
    const paymentId = await pay(true);
    await simulator.fault({ operation: 'refund', kind, delayMs: 500 });
    const { refund: made } = await refund(paymentId, 5_000n);
    expect(made!.status).toBe('PENDING');
    await eventually('the refund is settled', async () => {
      const { refund: now } = await simulator.client().refunds.get({ refundId: made!.id });
      return now!.status === status ? now : undefined;
    });
    const { payment } = await simulator.client().payments.get({ paymentId });
    expect(payment!.refundedMoney).toBeUndefined();
    expect(await codeOf(refund(paymentId, 5_000n))).toBe(codeOfTheNext);
  });

  it.each(['REFUND_DECLINED', 'PAYMENT_NOT_REFUNDABLE', 'REFUND_ALREADY_PENDING'])(
    'is refused with %s when a test asks for it',
    async (code) => {
      const paymentId = await pay(true);
      await simulator.fault({ operation: 'refund', status: 400, category: 'REFUND_ERROR', code });
      expect(await codeOf(refund(paymentId, 100n))).toBe(`REFUND_ERROR ${code}`);
      expect((await simulator.ledger()).refunds.filter((one) => one.payment_id === paymentId)).toEqual([]);
    },
  );

  it('is limited to twenty for one payment', async () => {
    const paymentId = await pay(true);
    for (let count = 0; count < 20; count += 1) await refund(paymentId, 1n);
    expect(await codeOf(refund(paymentId, 1n))).toBe('REFUND_ERROR PAYMENT_NOT_REFUNDABLE');
  });
});
