import { randomUUID } from 'node:crypto';
import { eventually } from '@geodes/testing';
import { fingerprint } from '../src/checkout/checkout.service.js';
import { newCheckout, type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

const MESSAGE = 'We are checking our books after a repair. Please try again in a minute.';
const SINCE = '2026-11-01T00:00:00.000Z';

/** A checkout that was open when the backup was made. */
const openCheckout = { ...newCheckout(), orderId: randomUUID(), paymentToken: 'cnon:card-nonce-ok' };
const attemptId = randomUUID();

let orders: OrdersUnderTest;
let isDone = false;
beforeAll(async () => {
  orders = await startOrders({
    handlers: { 'payments.reconcile-since': () => ({ isDone }) },
    prepare: async (database) => {
      await database.query(`INSERT INTO restore_gate VALUES ($1, now() - interval '1 hour')`, [SINCE]);
      const { items, buyerDetails } = openCheckout;
      await database.query(
        `INSERT INTO checkout_attempt (order_id, key, fingerprint, state, payment_attempt_id, request, lines,
                                       total_cents, discount_cents, lease_until, created_at)
         VALUES ($1, $2, $3, 'authorising', $4, $5, '[]', 100, 0, now() - interval '1 second', $6)`,
        [
          openCheckout.orderId,
          openCheckout.key,
          fingerprint(openCheckout),
          attemptId,
          JSON.stringify({ items, buyerDetails, expectedTotal: null, holder: {} }),
          SINCE,
        ],
      );
    },
  });
});
afterAll(() => orders.stop());

const callsOf = (wanted: string) => orders.fakes.asked.filter(({ subject }) => subject === wanted);
const readiness = async () => (await orders.app.inject({ method: 'GET', url: '/health/ready' })).json() as unknown;

describe('orders after a restore', () => {
  it('ends a checkout from the backup without a charge before the reconciliation begins, also if its key is sent again', async () => {
    const outcome = await orders.checkout(openCheckout);
    expect(outcome).toMatchObject({ outcome: 'refused', error: { code: 'PAYMENT_NOT_COMPLETED' } });
    expect(orders.ledger.get(attemptId)).toBe('voided');
    expect(callsOf('payments.authorise')).toEqual([]);
    const reconciliations = () => callsOf('payments.reconcile-since');
    await eventually('a reconciliation', () => reconciliations().length > 0, 40_000);
    expect(reconciliations()[0]?.request).toEqual({ since: SINCE });
    const subjects = orders.fakes.asked.map(({ subject }) => subject);
    expect(subjects.indexOf('payments.void')).toBeLessThan(subjects.indexOf('payments.reconcile-since'));
  });

  it('refuses every checkout until the reconciliation with Square is complete', async () => {
    const refused = newCheckout();
    await expect(orders.checkout(refused)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: MESSAGE,
      details: { taken: false, retryAfterSeconds: expect.any(Number) as number },
    });
    expect(await orders.database.query('SELECT FROM checkout_attempt WHERE key = $1', [refused.key])).toEqual([]);
  });

  it('reports the open reconciliation and stays ready', async () => {
    expect(await readiness()).toEqual({ status: 'ok', notices: ['reconciliation after a restore'] });
    expect(await orders.bus.call('orders.state', {})).toMatchObject({ closedSince: expect.any(String) as string });
  });

  it('accepts checkouts once payments has reconciled everything since the backup', async () => {
    isDone = true;
    const wanted = newCheckout();
    const outcome = await readUntil(
      () => orders.checkout(wanted).catch(() => undefined),
      (outcome) => outcome?.outcome === 'paid',
    );
    expect(outcome).toMatchObject({ outcome: 'paid' });
    expect(await readUntil(readiness, (body) => JSON.stringify(body) === '{"status":"ok"}')).toEqual({ status: 'ok' });
  });
});
