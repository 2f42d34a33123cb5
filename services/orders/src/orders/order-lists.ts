import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  type AdminOrder,
  type AdminOrderPage,
  type ExportPage,
  type ExportQuery,
  MAX_FOUND,
  type OrderList,
  type OrderView,
} from '@geodes/contracts';
import { limitPageBytes, withRetry } from '@geodes/kit';
import { ARCHIVED, COMPLETED, OPEN, Order } from './order.entity.js';
import { type OrderSearch, orderSearch } from './order-search.js';
import { adminOrder } from './order-views.js';
import { CountCache } from './count-cache.js';
import { loadItems } from './load-items.js';

/** Up to here a list is counted each time, which takes a millisecond or two of an index. */
const COUNTED = 10_000;
/** For matches of a common word the list is walked no further, rows. */
const WALKED = 50_000;
/** Rows of an export that are read at a time. */
const EXPORTED = 200;
/** Beyond `COUNTED` nobody minds whether ten orders more have come, milliseconds. */
const COUNT_KEPT_MS = 30_000;

const IN_VIEW: Record<OrderView, string> = { awaiting: `${OPEN} AND status = 'paid'`, completed: COMPLETED };

/** A condition in SQL with what stands in it as `$1`, `$2` … */
interface Which {
  sql: string;
  values: unknown[];
}

/** In the words of the indexes, or they would not be used. */
const whichOrders = ({ archived, view, status }: OrderList): Which => {
  if (status) return { sql: `${archived ? ARCHIVED : OPEN} AND status = $1`, values: [status] };
  if (archived) return { sql: ARCHIVED, values: [] };
  return { sql: view ? IN_VIEW[view] : OPEN, values: [] };
};

interface Found {
  ids: string[];
  total: number;
  isCapped?: true;
}

/** The owner's lists of orders: a page is found in an index, then its rows and items are read; there are no joins. */
@Injectable()
export class OrderLists {
  private readonly counts = new CountCache(COUNT_KEPT_MS);

  constructor(private readonly database: DataSource) {}

  /** One page, newest first; past the end it is empty. A chosen status overrides the view. */
  async list(query: OrderList): Promise<AdminOrderPage> {
    const { page, limit } = query;
    const search = orderSearch(query.search ?? '');
    const { ids, total, isCapped } = await withRetry(() => (search ? this.found(query, search) : this.newest(query)));
    const orders = await withRetry(() => this.read(ids));
    const pages = { page, limit, total, totalPages: Math.ceil(total / limit) };
    return { orders: orders.map(adminOrder), ...pages, ...(isCapped && { isCapped }) };
  }

  /** All orders, archived ones among them: each page begins behind the row that the last one ended with. */
  async export({ after }: ExportQuery): Promise<ExportPage<AdminOrder>> {
    const behind = after ? 'WHERE (created_at, id) < ($1, $2)' : '';
    const found = await withRetry(() =>
      this.database.query<{ id: string }[]>(
        `SELECT id FROM shop_order ${behind} ORDER BY created_at DESC, id DESC LIMIT ${EXPORTED}`,
        after ? [after.createdAt, after.id] : [],
      ),
    );
    const orders = (await withRetry(() => this.read(found.map(({ id }) => id)))).map(adminOrder);
    const rows = limitPageBytes(orders);
    const last = rows.at(-1);
    const isEnd = found.length < EXPORTED && rows.length === orders.length;
    return { rows, next: last && !isEnd ? { createdAt: last.createdAt, id: last.id } : null };
  }

  private async newest(query: OrderList): Promise<Found> {
    const which = whichOrders(query);
    const [ids, total] = await Promise.all([this.slice(which, query), this.count(which)]);
    return { ids, total };
  }

  /**
   * PostgreSQL must not choose how to search: it cannot know how often a prefix occurs, and walking the list for a word
   * that nobody has reads it all. So the matches are first taken from the index of words, up to one more than are
   * counted. Where there are that many, the newest of them are likely near the top of the list, which is walked for a
   * bounded while; where they are not, all matches are sorted.
   */
  private async found(query: OrderList, search: OrderSearch): Promise<Found> {
    const some = await this.sorted(query, search, `LIMIT ${MAX_FOUND + 1}`);
    if (some.total <= MAX_FOUND) return some;
    const wanted = Math.min(query.limit, MAX_FOUND - offsetOf(query));
    if (wanted <= 0) return { ids: [], total: MAX_FOUND, isCapped: true };
    const near = await this.nearTop(query, search);
    const { ids } = near.length >= wanted ? { ids: near } : await this.sorted(query, search);
    return { ids: ids.slice(0, wanted), total: MAX_FOUND, isCapped: true };
  }

  private async sorted(query: OrderList, search: OrderSearch, most = ''): Promise<Found> {
    const { sql, values } = narrowed(whichOrders(query), search);
    const [found = { total: 0, ids: [] }] = await this.database.query<Found[]>(
      `WITH found AS MATERIALIZED (SELECT id, created_at FROM shop_order WHERE ${sql} ${most})
       SELECT (SELECT count(*)::int FROM found) AS total,
              ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC
                    OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS ids`,
      [...values, offsetOf(query), query.limit],
    );
    return found;
  }

  private async nearTop(query: OrderList, search: OrderSearch): Promise<string[]> {
    const list = whichOrders(query);
    const { sql, values } = narrowed({ sql: 'true', values: list.values }, search);
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM (
         SELECT id, created_at, search FROM shop_order WHERE ${list.sql} ORDER BY created_at DESC, id DESC LIMIT ${WALKED}
       ) newest
       WHERE ${sql} ORDER BY created_at DESC, id DESC OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offsetOf(query), query.limit],
    );
    return rows.map(({ id }) => id);
  }

  private async slice({ sql, values }: Which, query: Pick<OrderList, 'page' | 'limit'>): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM shop_order WHERE ${sql} ORDER BY created_at DESC, id DESC
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offsetOf(query), query.limit],
    );
    return rows.map(({ id }) => id);
  }

  private async count({ sql, values }: Which): Promise<number> {
    const counted = async (rows: string) => {
      const [row] = await this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${rows}`,
        values,
      );
      return row?.total ?? 0;
    };
    const some = await counted(`(SELECT FROM shop_order WHERE ${sql} LIMIT ${COUNTED + 1}) nearest`);
    if (some <= COUNTED) return some;
    return this.counts.get([sql, ...values].join(), () => counted(`shop_order WHERE ${sql}`));
  }

  /** In the order of the ids; what is gone meanwhile is left out. */
  private async read(ids: string[]): Promise<Order[]> {
    if (ids.length === 0) return [];
    const orders = await loadItems(
      this.database,
      await this.database.getRepository(Order).find({ where: { id: In(ids) } }),
    );
    const byId = new Map(orders.map((order) => [order.id, order]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const offsetOf = ({ page, limit }: Pick<OrderList, 'page' | 'limit'>): number => (page - 1) * limit;

/** The orders among which that match. */
const narrowed = (which: Which, { ids, words }: OrderSearch): Which => {
  const values = [...which.values];
  const conditions = [which.sql];
  for (const id of ids) conditions.push(`id = $${values.push(id)}`);
  if (words) conditions.push(`search @@ order_query($${values.push(words)})`);
  return { sql: conditions.join(' AND '), values };
};
