import { randomUUID } from 'node:crypto';
import { type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

const captured = async () => {
  const orderId = randomUUID();
  const attempt = await payments.authorised({ orderId });
  await payments.capture(attempt.attemptId);
  return { ...attempt, orderId };
};
const ADDRESS = 'sam@example.com';
/** As a version wrote it that left the address with the payment. */
const withAddress = (attemptId: string, state: string) =>
  payments.database.query(
    `UPDATE payment SET state = $2, request = request || '{"buyerEmailAddress": "${ADDRESS}", "sourceId": "cnon:x"}'
      WHERE id = $1`,
    [attemptId, state],
  );
const rows = async () => JSON.stringify(await payments.database.query('SELECT * FROM payment'));

describe('the payments of a buyer', () => {
  it('are told with what was asked of Square, but for the card’s token', async () => {
    const { attemptId, orderId, squarePaymentId } = await captured();
    await withAddress(attemptId, 'captured');
    const told = await payments.bus.call('payments.export-buyer', { orderIds: [orderId, randomUUID()] });
    expect(told).toMatchObject({
      payments: [{ id: attemptId, orderId, squarePaymentId, request: { buyerEmailAddress: ADDRESS } }],
      refunds: [],
      differences: [],
    });
    expect(JSON.stringify(told)).not.toContain('cnon:');
  });

  it('lose address and token, and keep amount and Square’s id; a second time nothing is done', async () => {
    const { attemptId, orderId, squarePaymentId } = await captured();
    await withAddress(attemptId, 'captured');
    for (let times = 1; times <= 2; times += 1)
      await payments.bus.call('payments.erase-buyer', { orderIds: [orderId] });
    expect(await payments.row(attemptId)).toMatchObject({ state: 'captured', squarePaymentId });
    expect(JSON.stringify(await payments.row(attemptId))).not.toMatch(/sam@|cnon:/);
  });

  it('are left whole while one is under way', async () => {
    const [one, other] = [await captured(), await captured()];
    await withAddress(one.attemptId, 'authorising');
    await withAddress(other.attemptId, 'captured');
    const before = await rows();
    const orderIds = [one.orderId, other.orderId];
    await expect(payments.bus.call('payments.erase-buyer', { orderIds })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
    expect(await rows()).toBe(before);
    await withAddress(one.attemptId, 'captured');
  });

  it('and all else under way are told to the operator', async () => {
    await payments.reconcile();
    const state = await payments.bus.call('payments.state', {});
    expect(state.unsettled).toEqual({ count: 0, oldestAt: null });
    expect(state.differencesOpen).toBe(0);
    expect(state.database.maxConnections).toBeGreaterThan(state.database.connections);
  });
});
