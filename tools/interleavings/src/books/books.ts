import type { Answer } from '../actors/answers.js';
import type { LedgerPayment } from '../square/ledger.js';
import type { Site } from '../shop/slots.js';

export interface AttemptRow {
  order_id: string;
  key: string;
  state: string;
  payment_attempt_id: string;
}

export interface OrderRow {
  id: string;
  status: string;
  payment_state: string;
  email: string;
  discount_cents: number;
  total_cents: number;
  payment_attempt_id: string;
  square_payment_id: string | null;
  archived: boolean;
  items: { geode_id: string; price_cents: number; quantity: number }[] | null;
}

export interface ClaimRow {
  email: string;
  order_id: string;
}

export interface FactRow {
  id: string;
  type: string;
  order_id: string;
  done: boolean;
}

export interface PaymentRow {
  id: string;
  state: string;
  amount_cents: number | null;
  square_payment_id: string | null;
}

export interface GeodeRow {
  id: string;
  units_available: number;
  units_reserved: number;
  units_sold: number;
}

export interface ReservationRow {
  /** Null while a hold has it. */
  order_id: string | null;
  geode_id: string;
  state: string;
  archived: boolean;
}

/** Everything that is written down at the end of an interleaving, by the three services, by Square and by the buyers. */
export interface Books {
  attempts: AttemptRow[];
  orders: OrderRow[];
  claims: ClaimRow[];
  facts: FactRow[];
  payments: PaymentRow[];
  geodes: GeodeRow[];
  reservations: ReservationRow[];
  /** Holds that have not ended. */
  holds: number;
  /** Ids of the facts that the catalogue has applied. */
  applied: string[];
  ledger: readonly LedgerPayment[];
  answers: readonly Answer[];
}

/** Reads what the three services have written. */
export const readBooks = async ({ databases }: Site): Promise<Omit<Books, 'ledger' | 'answers'>> => {
  const [orders, payments, catalog] = await Promise.all([
    one<Pick<Books, 'attempts' | 'orders' | 'claims' | 'facts'>>(databases.orders, ORDERS),
    one<Pick<Books, 'payments'>>(databases.payments, PAYMENTS),
    one<Pick<Books, 'geodes' | 'reservations' | 'holds' | 'applied'>>(databases.catalog, CATALOG),
  ]);
  return { ...orders, ...payments, ...catalog };
};

/** How much is not finished yet. */
export interface OpenWork {
  attempts: number;
  facts: number;
  payments: number;
}

export const openWork = async ({ databases }: Site): Promise<OpenWork> => {
  const [orders, payments] = await Promise.all([
    one<Pick<OpenWork, 'attempts' | 'facts'>>(databases.orders, OPEN_ORDERS),
    one<Pick<OpenWork, 'payments'>>(databases.payments, OPEN_PAYMENTS),
  ]);
  return { ...orders, ...payments };
};

/** In an order that the seed decides: ids are made by it. */
export const openHolds = async ({ databases }: Site): Promise<string[]> => {
  const { rows } = await databases.catalog.admin.query<{ id: string }>(
    'SELECT id FROM hold WHERE ended_at IS NULL ORDER BY id',
  );
  return rows.map(({ id }) => id);
};

const one = async <T extends object>({ admin }: Site['databases']['orders'], text: string): Promise<T> => {
  const { rows } = await admin.query<T>({ name: text.slice(0, 60), text });
  const [row] = rows;
  if (!row) throw new Error('the books cannot be read');
  return row;
};

const all = (rows: string): string => `coalesce((SELECT json_agg(r) FROM (${rows}) r), '[]')`;

const ORDERS = `SELECT /* orders */
  ${all('SELECT order_id, key, state, payment_attempt_id FROM checkout_attempt ORDER BY order_id')} AS attempts,
  ${all(`SELECT o.id, status, payment_state, email, discount_cents, total_cents, payment_attempt_id, square_payment_id,
           archived_at IS NOT NULL AS archived,
           (SELECT json_agg(json_build_object('geode_id', geode_id, 'price_cents', price_cents, 'quantity', quantity))
              FROM order_item WHERE order_id = o.id) AS items
         FROM shop_order o ORDER BY o.id`)} AS orders,
  ${all('SELECT email, order_id FROM discount_claim ORDER BY email')} AS claims,
  ${all('SELECT id, type, order_id, done_at IS NOT NULL AS done FROM outbox ORDER BY order_id, type')} AS facts`;

const PAYMENTS = `SELECT /* payments */
  ${all('SELECT id, state, amount_cents, square_payment_id FROM payment ORDER BY id')} AS payments`;

const CATALOG = `SELECT /* catalog */
  ${all('SELECT id, units_available, units_reserved, units_sold FROM geode ORDER BY id')} AS geodes,
  ${all('SELECT order_id, geode_id, state, archived_at IS NOT NULL AS archived FROM reservation')} AS reservations,
  (SELECT count(*)::int FROM hold WHERE ended_at IS NULL) AS holds,
  coalesce((SELECT json_agg(event_id) FROM handled_fact), '[]') AS applied`;

const OPEN_ORDERS = `SELECT /* open orders */
  (SELECT count(*)::int FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS attempts,
  (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS facts`;

const OPEN_PAYMENTS = `SELECT /* open payments */
  (SELECT count(*)::int FROM payment WHERE state IN ('authorising', 'authorised', 'capturing', 'voiding')) AS payments`;
