import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SquareClient } from 'square';
import type { Kind } from '../src/invariants/violation.js';
import type { ServiceName, Story } from './sound-shop.js';

/** One way to corrupt the data of a valid shop. */
export interface Corruption {
  what: string;
  kind: Kind;
  /** The constraint to remove first, because the database would refuse the corruption. */
  disarm?: { service: ServiceName; sql: string };
  /** SQL by service; each service's statements are one transaction. */
  sql?: Partial<Record<ServiceName, string>>;
  /** Changes the simulator's ledger while it is stopped. */
  ledger?: (folder: string) => void;
  /** Calls to Square outside the shop. */
  atSquare?: (square: SquareClient) => Promise<unknown>;
}

/** Further ids that the corruptions need. */
export interface Details {
  /** The attempt id of each order. */
  attempts: Record<keyof Omit<Story, 'unsold'>, string>;
}

const AN_HOUR_AGO = `now() - interval '1 hour'`;

/** At least one for every kind. */
export function corruptions(story: Story, { attempts }: Details): Corruption[] {
  const { anna, annaAgain, ben, cancelled, declined, unsold } = story;
  const geodeOf = (order: string) => `(SELECT min(geode_id::text)::uuid FROM reservation WHERE order_id = '${order}')`;
  const units = (geode: string, available: number, reserved: number, sold: number) =>
    `UPDATE geode SET units_available = ${available}, units_reserved = ${reserved}, units_sold = ${sold}
      WHERE id = ${geode}`;
  const reservation = (geode: string, order: string, state: string) =>
    `INSERT INTO reservation (id, geode_id, order_id, unit_no, state, snapshot)
     VALUES (gen_random_uuid(), ${geode}, '${order}', 1, '${state}', '{}')`;
  const geodeOfItem = (order: string) =>
    `(SELECT min(geode_id::text)::uuid FROM order_item WHERE order_id = '${order}')`;
  const refund = (order: string, at: string, restock: string) =>
    `INSERT INTO order_refund (id, order_id, square_refund_id, amount_cents, state, restock, created_at)
     VALUES (gen_random_uuid(), '${order}', 'not at Square', 100, 'completed', ${restock}, ${at})`;
  const event = randomUUID();
  const hold = randomUUID();
  const item = (order: string) => `(SELECT min(id::text)::uuid FROM order_item WHERE order_id = '${order}')`;

  return [
    {
      what: 'a payment that the shop does not know',
      kind: 'payment-without-order',
      atSquare: (square) => pay(square, randomUUID(), true),
    },
    {
      what: 'an order that became dearer after it was paid',
      kind: 'payment-of-another-amount',
      sql: {
        orders: `UPDATE order_item SET price_cents = price_cents + 100 WHERE id = ${item(annaAgain)};
                 UPDATE shop_order SET total_cents = total_cents + 100 WHERE id = '${annaAgain}'`,
      },
    },
    {
      what: 'an authorisation that no checkout asked for',
      kind: 'authorisation-without-checkout',
      atSquare: (square) => pay(square, randomUUID(), false),
    },
    {
      what: "a paid order whose payment is gone from Square's ledger",
      kind: 'order-without-payment',
      ledger: (folder) => deletePayment(folder, attempts.anna),
    },
    {
      what: 'a second charge for a paid order',
      kind: 'order-captured-twice',
      atSquare: (square) => pay(square, attempts.ben, true),
    },
    {
      what: 'a charge for an order that was cancelled',
      kind: 'cancelled-order-charged',
      atSquare: (square) => pay(square, attempts.cancelled, true),
    },
    {
      what: 'a payment voided here, captured at Square',
      kind: 'payment-state-differs',
      sql: { payments: `UPDATE payment SET state = 'voided' WHERE id = '${attempts.ben}'` },
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
      sql: { orders: refund(anna, `now() - interval '1 year'`, `ARRAY[${geodeOfItem(anna)}]`) },
    },
    {
      what: 'one unit sold to two orders',
      kind: 'stone-in-two-orders',
      disarm: { service: 'catalog', sql: 'DROP INDEX reservation_unit_taken' },
      sql: {
        catalog: `${reservation(geodeOf(anna), ben, 'sold')}; ${units(geodeOf(anna), 0, 0, 2)}`,
        orders: `INSERT INTO order_item (id, order_id, ordered_at, geode_id, position, before_cents, title, size, location,
                   crystal_type, image_urls, quantity, price_cents)
                 SELECT gen_random_uuid(), '${ben}', ordered_at, geode_id, 9, 0, title, size, location, crystal_type,
                   image_urls, 1, 0
                   FROM order_item WHERE order_id = '${anna}'`,
      },
    },
    {
      what: 'a sold stone put back on sale',
      kind: 'sold-stone-on-sale',
      sql: {
        catalog: `${units(geodeOf(anna), 1, 0, 0)}; DELETE FROM reservation WHERE order_id = '${anna}'`,
      },
    },
    {
      what: 'a paid stone that stays reserved',
      kind: 'paid-order-not-sold',
      sql: {
        catalog: `${units(geodeOf(anna), 0, 1, 0)};
                  UPDATE reservation SET state = 'reserved' WHERE order_id = '${anna}'`,
      },
    },
    {
      what: 'a paid stone given back',
      kind: 'paid-order-released',
      sql: {
        catalog: `${units(geodeOf(anna), 1, 0, 0)};
                  UPDATE reservation SET state = 'released' WHERE order_id = '${anna}'`,
      },
    },
    {
      what: 'a stone sold to an order that is not there',
      kind: 'stone-sold-to-nobody',
      sql: { catalog: `${reservation(`'${unsold}'`, randomUUID(), 'sold')}; ${units(`'${unsold}'`, 0, 0, 1)}` },
    },
    {
      what: 'a stone reserved for a checkout that is not there',
      kind: 'stone-reserved-by-nothing',
      sql: { catalog: `${reservation(`'${unsold}'`, randomUUID(), 'reserved')}; ${units(`'${unsold}'`, 0, 1, 0)}` },
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
      what: 'a counter that its reservations do not explain',
      kind: 'stock-counters-differ',
      disarm: { service: 'catalog', sql: 'ALTER TABLE geode DISABLE TRIGGER stock_balances' },
      sql: { catalog: units(`'${unsold}'`, 0, 1, 0) },
    },
    {
      what: 'less than no stone',
      kind: 'impossible-stock',
      disarm: { service: 'catalog', sql: 'ALTER TABLE geode DROP CONSTRAINT geode_units_available' },
      sql: { catalog: units(`'${unsold}'`, -1, 0, 0) },
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
      what: 'a discount of ten cents too much',
      kind: 'discount-not-a-tenth',
      sql: {
        orders: `UPDATE order_item SET price_cents = price_cents + 10 WHERE id = ${item(anna)};
                 UPDATE shop_order SET discount_cents = discount_cents + 10 WHERE id = '${anna}'`,
      },
    },
    {
      what: 'an item that costs a cent more than its order says',
      kind: 'order-total-wrong',
      sql: { orders: `UPDATE order_item SET price_cents = price_cents + 1 WHERE id = ${item(annaAgain)}` },
    },
    {
      what: 'an event that is done and was never applied',
      kind: 'fact-lost',
      sql: { catalog: `DELETE FROM handled_fact WHERE type = 'order.archived'` },
    },
    {
      what: 'an event that has been waiting for an hour',
      kind: 'fact-overdue',
      sql: {
        orders: `UPDATE outbox SET done_at = NULL, created_at = ${AN_HOUR_AGO} WHERE order_id = '${ben}'`,
      },
    },
    {
      what: 'an event that was applied without an outbox row',
      kind: 'fact-without-outbox-row',
      sql: { catalog: `INSERT INTO handled_fact (event_id, type) VALUES (gen_random_uuid(), 'order.paid')` },
    },
    {
      what: 'an event that was applied under two ids',
      kind: 'fact-applied-twice',
      disarm: { service: 'orders', sql: 'DROP INDEX outbox_fact' },
      sql: {
        orders: `INSERT INTO outbox (id, type, order_id, done_at) VALUES ('${event}', 'order.paid', '${ben}', now())`,
        catalog: `INSERT INTO handled_fact (event_id, type) VALUES ('${event}', 'order.paid')`,
      },
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
      what: 'an order that is confirming although its checkout ended refused',
      kind: 'order-left-open',
      sql: {
        orders: `UPDATE shop_order SET payment_state = 'confirming', status = 'pending' WHERE id = '${cancelled}'`,
      },
    },
    {
      what: 'a paid order that its buyer does not hear of',
      kind: 'letter-missing',
      sql: { orders: `DELETE FROM letter WHERE kind = 'order-paid' AND order_id = '${annaAgain}'` },
    },
    {
      what: 'a letter about an order that is not there',
      kind: 'letter-without-order',
      sql: {
        orders: `INSERT INTO letter (id, kind, subject_id, order_id, created_at)
                 VALUES (gen_random_uuid(), 'order-shipped', 'unknown', gen_random_uuid(), ${AN_HOUR_AGO})`,
      },
    },
  ];
}

/** Creates a payment outside the shop over 116.14 dollars, the total of Anna's and Ben's discounted orders. */
const pay = (square: SquareClient, referenceId: string, autocomplete: boolean) =>
  square.payments.create({
    sourceId: 'cnon:card-nonce-ok',
    idempotencyKey: randomUUID(),
    amountMoney: { amount: 11_614n, currency: 'USD' },
    autocomplete,
    referenceId,
  });

function deletePayment(folder: string, attemptId: string): void {
  const database = new DatabaseSync(join(folder, 'square-simulator', 'ledger.sqlite'));
  database.prepare('DELETE FROM payment WHERE reference_id = ?').run(attemptId);
  database.close();
}
