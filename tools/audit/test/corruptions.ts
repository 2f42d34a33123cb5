import { randomUUID } from 'node:crypto';
import type { SquareClient } from 'square';
import type { Kind } from '../src/invariants/violation.js';
import type { ServiceName, Story } from './sound-shop.js';

/** One way to corrupt the data of a valid shop. */
export interface Corruption {
  what: string;
  kind: Kind;
  /** SQL by service; each service's statements are one transaction. */
  sql?: Partial<Record<ServiceName, string>>;
  /** Calls to Square outside the shop. */
  atSquare?: (square: SquareClient) => Promise<unknown>;
}

const AN_HOUR_AGO = `now() - interval '1 hour'`;

/**
 * Corrupts what a sound shop alone would not show to be read: the columns that its rows leave empty or that may have any
 * value, and the tables that may lack rows. Each kind of violation is tested in invariants.spec.ts.
 */
export function corruptions({ anna, annaAgain, ben, declined, unsold }: Story): Corruption[] {
  const geodeOf = (order: string) => `(SELECT min(geode_id::text)::uuid FROM reservation WHERE order_id = '${order}')`;
  const units = (geode: string, available: number, reserved: number, sold: number) =>
    `UPDATE geode SET units_available = ${available}, units_reserved = ${reserved}, units_sold = ${sold}
      WHERE id = ${geode}`;
  const geodeOfItem = `(SELECT min(geode_id::text)::uuid FROM order_item WHERE order_id = '${anna}')`;
  const refund = (order: string, at: string, restock: string) =>
    `INSERT INTO order_refund (id, order_id, square_refund_id, amount_cents, state, restock, created_at)
     VALUES (gen_random_uuid(), '${order}', 'not at Square', 100, 'completed', ${restock}, ${at})`;
  const hold = randomUUID();

  return [
    {
      what: 'a payment that the shop does not know',
      kind: 'payment-without-order',
      // 116.14 dollars is the total of Anna's and Ben's discounted orders
      atSquare: (square) =>
        square.payments.create({
          sourceId: 'cnon:card-nonce-ok',
          idempotencyKey: randomUUID(),
          amountMoney: { amount: 11_614n, currency: 'USD' },
          autocomplete: true,
          referenceId: randomUUID(),
        }),
    },
    {
      what: 'a refund that Square does not have',
      kind: 'refund-differs',
      sql: { orders: refund(ben, 'now()', `'{}'`) },
    },
    {
      what: 'a geode of a refund that stays sold',
      kind: 'refunded-stone-not-on-sale',
      // older than what is read of Square
      sql: { orders: refund(anna, `now() - interval '1 year'`, `ARRAY[${geodeOfItem}]`) },
    },
    {
      what: 'a sold stone put back on sale',
      kind: 'sold-stone-on-sale',
      sql: { catalog: `${units(geodeOf(anna), 1, 0, 0)}; DELETE FROM reservation WHERE order_id = '${anna}'` },
    },
    {
      what: 'a stone of a hold that ended long ago',
      kind: 'stone-reserved-by-nothing',
      sql: {
        catalog: `INSERT INTO hold (id, browser_id, expires_at) VALUES ('${hold}', gen_random_uuid(), ${AN_HOUR_AGO});
                  INSERT INTO reservation (id, geode_id, hold_id, unit_no, state, snapshot)
                  VALUES (gen_random_uuid(), '${unsold}', '${hold}', 1, 'held', '{}'); ${units(`'${unsold}'`, 0, 1, 0)}`,
      },
    },
    {
      what: 'two discounted orders of one address',
      kind: 'discount-taken-twice',
      sql: { orders: `UPDATE shop_order SET email = 'anna@example.com' WHERE id = '${ben}'` },
    },
    {
      what: 'a discount kept for a checkout that was declined',
      kind: 'discount-claim-stale',
      sql: { orders: `INSERT INTO discount_claim (email, order_id) VALUES ('carla@example.com', '${declined}')` },
    },
    {
      what: 'an item that costs a cent more than its order says',
      kind: 'order-total-wrong',
      sql: {
        orders: `UPDATE order_item SET price_cents = price_cents + 1
                  WHERE id = (SELECT min(id::text)::uuid FROM order_item WHERE order_id = '${annaAgain}')`,
      },
    },
    {
      what: 'an archived order without an outbox row',
      kind: 'fact-lost',
      sql: {
        orders: `DELETE FROM outbox WHERE type = 'order.archived'`,
        catalog: `DELETE FROM handled_fact WHERE type = 'order.archived'`,
      },
    },
    {
      what: 'an event that has been waiting for an hour',
      kind: 'fact-overdue',
      sql: { orders: `UPDATE outbox SET done_at = NULL, created_at = ${AN_HOUR_AGO} WHERE order_id = '${ben}'` },
    },
    {
      what: 'a checkout that nobody has worked on for an hour',
      kind: 'attempt-stuck',
      sql: {
        orders: `UPDATE checkout_attempt SET state = 'releasing', lease_until = ${AN_HOUR_AGO}
                  WHERE order_id = '${declined}'`,
      },
    },
    {
      what: 'a paid order that its buyer does not hear of',
      kind: 'letter-missing',
      sql: { orders: `DELETE FROM letter WHERE kind = 'order-paid' AND order_id = '${annaAgain}'` },
    },
  ];
}
