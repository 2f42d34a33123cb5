import { randomUUID } from 'node:crypto';
import { usePayments } from './payments-under-test.js';

const payments = usePayments();

const EMAIL = 'sam@example.com';
/** Restores the email address and token that older versions left in the row. */
const withEmail = (attemptId: string, state: string) =>
  payments.database.query(
    `UPDATE payment SET state = $2, request = request || '{"buyerEmailAddress": "${EMAIL}", "sourceId": "cnon:x"}'
      WHERE id = $1`,
    [attemptId, state],
  );
const rows = async () => JSON.stringify(await payments.database.query('SELECT * FROM payment'));

describe("a buyer's data in payments", () => {
  it('exports payments with their requests to Square, without the card’s token', async () => {
    const { attemptId, orderId, squarePaymentId } = await payments.captured();
    await withEmail(attemptId, 'captured');
    const exported = await payments.bus.call('payments.export-buyer', { orderIds: [orderId, randomUUID()] });
    expect(exported).toMatchObject({
      payments: [{ id: attemptId, orderId, squarePaymentId, request: { buyerEmailAddress: EMAIL } }],
      refunds: [],
      differences: [],
    });
    expect(JSON.stringify(exported)).not.toContain('cnon:');
  });

  it('erases the email address and the token, keeps amount and Square’s id, and does nothing the second time', async () => {
    const { attemptId, orderId, squarePaymentId } = await payments.captured();
    await withEmail(attemptId, 'captured');
    for (let times = 1; times <= 2; times += 1)
      await payments.bus.call('payments.erase-buyer', { orderIds: [orderId] });
    expect(await payments.row(attemptId)).toMatchObject({ state: 'captured', squarePaymentId });
    expect(JSON.stringify(await payments.row(attemptId))).not.toMatch(/sam@|cnon:/);
  });

  it('erases nothing while a payment is being authorised', async () => {
    const [one, other] = [await payments.captured(), await payments.captured()];
    await withEmail(one.attemptId, 'authorising');
    await withEmail(other.attemptId, 'captured');
    const before = await rows();
    const orderIds = [one.orderId, other.orderId];
    await expect(payments.bus.call('payments.erase-buyer', { orderIds })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
    expect(await rows()).toBe(before);
    await withEmail(one.attemptId, 'captured');
  });

  it('reports unsettled payments and open differences to the operator', async () => {
    await payments.reconcile();
    const state = await payments.bus.call('payments.state', {});
    expect(state.unsettled).toEqual({ count: 0, oldestAt: null });
    expect(state.differencesOpen).toBe(0);
    expect(state.database.maxConnections).toBeGreaterThan(state.database.connections);
  });
});
