import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, In } from 'typeorm';
import {
  type AdminOrder,
  type AdminOrderPage,
  type EmailQuery,
  type ExportOrders,
  type ExportPage,
  type LookupOrder,
  MAX_FOUND,
  type OrderList,
  type OrderView,
  type UsedPictures,
} from '@geodes/contracts';
import { exportPage, withRetry } from '@geodes/kit';
import { adminOrder, ARCHIVED, COMPLETED, lookupOrder, OPEN, Order } from './order.entity.js';
import { loadItems, loadItemsAndRefunds } from './order-records.js';

interface OrderSearch {
  /** Whole order ids. */
  ids: string[];
  /** Words and emails for `order_query`, which matches each of them as a prefix; null if there are none. */
  words: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A letter, a digit, or a prefix of an email up to and including the @. */
const SEARCHED = /[\p{L}\p{N}]|[^\s@#]@/u;

/** Splits a search text into order ids and words. Returns null if it has neither. */
export const orderSearch = (text: string): OrderSearch | null => {
  const tokens = text
    .normalize('NFKD')
    .split(/\s+/)
    .map((token) => token.replace(/^#/, ''));
  const ids = [...new Set(tokens.filter((token) => UUID.test(token)).map((id) => id.toLowerCase()))];
  const words = tokens.filter((token) => !UUID.test(token) && SEARCHED.test(token)).join(' ');
  return ids.length > 0 || words ? { ids, words: words || null } : null;
};

/** Rows that are counted exactly on every request; the index-only count takes one or two milliseconds. */
const MAX_EXACT_COUNT = 10_000;
/** Rows of a list that are scanned, newest first, for matches of a common word. */
const MAX_SCANNED = 50_000;
/** Rows of one page of an export. */
const EXPORT_BATCH_SIZE = 200;
const LOOKUP_LIMIT = 1_000;
/** Above `MAX_EXACT_COUNT` a count may be this old, milliseconds. */
const COUNT_FRESH_MS = 30_000;
/** An older count is returned while a new one runs in the background; callers wait if it is older than this. */
const COUNT_STALE_MS = 20 * COUNT_FRESH_MS;
/** Each search of the owner that finds many orders has a count. */
const MAX_COUNTS = 1_000;

const IN_VIEW: Record<OrderView, string> = { awaiting: `${OPEN} AND status = 'paid'`, completed: COMPLETED };

/** An SQL condition and the values of its parameters `$1`, `$2` … */
interface Condition {
  sql: string;
  values: unknown[];
}

/** Repeats the conditions of the partial indexes literally, or PostgreSQL would not use them. */
const listCondition = ({ archived, view, status }: OrderList): Condition => {
  if (status) return { sql: `${archived ? ARCHIVED : OPEN} AND status = $1`, values: [status] };
  if (archived) return { sql: ARCHIVED, values: [] };
  return { sql: view ? IN_VIEW[view] : OPEN, values: [] };
};

interface FoundIds {
  ids: string[];
  total: number;
  isCapped?: true;
}

/** Reads orders. The owner's lists find the ids of a page in an index, then read rows and items without joins. */
@Injectable()
export class OrderLists {
  /** Each key is counted by one query at a time. A failed query leaves the old count, and the next caller retries. */
  private readonly counts = new LRUCache<string, number, () => Promise<number>>({
    max: MAX_COUNTS,
    ttl: COUNT_FRESH_MS,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: count }) => count(),
  });

  constructor(private readonly database: DataSource) {}

  /** Returns one page, newest first; an empty one past the end. A chosen status overrides the view. */
  async list(query: OrderList): Promise<AdminOrderPage> {
    const { page, limit } = query;
    const search = orderSearch(query.search ?? '');
    const { ids, total, isCapped } = await withRetry(() => (search ? this.search(query, search) : this.newest(query)));
    const orders = await withRetry(() => this.read(ids));
    const pages = { page, limit, total, totalPages: Math.ceil(total / limit) };
    return { orders: orders.map(adminOrder), ...pages, ...(isCapped && { isCapped }) };
  }

  /** Returns one page of all, open or archived orders; `after` is the last row of the page before. */
  async export({ after, archived }: ExportOrders): Promise<ExportPage<AdminOrder>> {
    const conditions = ['true'];
    if (after) conditions.push('(created_at, id) < ($1, $2)');
    if (archived !== undefined) conditions.push(archived ? ARCHIVED : OPEN);
    const found = await withRetry(() =>
      this.database.query<{ id: string }[]>(
        `SELECT id FROM shop_order WHERE ${conditions.join(' AND ')}
         ORDER BY created_at DESC, id DESC LIMIT ${EXPORT_BATCH_SIZE}`,
        after ? [after.createdAt, after.id] : [],
      ),
    );
    const orders = (await withRetry(() => this.read(found.map(({ id }) => id)))).map(adminOrder);
    return exportPage(orders, found.length < EXPORT_BATCH_SIZE);
  }

  /** Returns the newest orders of an email. */
  async lookup({ email }: EmailQuery): Promise<LookupOrder[]> {
    const orders = await this.database.getRepository(Order).find({
      where: { email },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LOOKUP_LIMIT,
    });
    return (await loadItems(this.database, orders)).map(lookupOrder);
  }

  /** Returns the pictures that orders show: items are snapshots and keep pictures that their geode no longer has. */
  async usedPictures({ names }: UsedPictures): Promise<{ used: string[] }> {
    const rows = await this.database.query<{ name: string }[]>(
      `SELECT DISTINCT name FROM order_item, unnest(picture_names(image_urls)) AS name
       WHERE picture_names(image_urls) && $1 AND name = ANY ($1)`,
      [names],
    );
    return { used: rows.map(({ name }) => name) };
  }

  private async newest(query: OrderList): Promise<FoundIds> {
    const condition = listCondition(query);
    const [ids, total] = await Promise.all([this.slice(condition, query), this.count(condition)]);
    return { ids, total };
  }

  /**
   * Does not leave the search plan to PostgreSQL: it cannot estimate how often a prefix occurs, and scanning the list
   * for a rare word reads all of it. First takes up to MAX_FOUND + 1 matches from the word index. If there are that
   * many, the newest are likely near the top of the list, so a bounded scan looks there; if that finds too few, all
   * matches are sorted.
   */
  private async search(query: OrderList, search: OrderSearch): Promise<FoundIds> {
    const some = await this.searchIndex(query, search, `LIMIT ${MAX_FOUND + 1}`);
    if (some.total <= MAX_FOUND) return some;
    const wanted = Math.min(query.limit, MAX_FOUND - offsetOf(query));
    if (wanted <= 0) return { ids: [], total: MAX_FOUND, isCapped: true };
    const newest = await this.scanNewest(query, search);
    const { ids } = newest.length >= wanted ? { ids: newest } : await this.searchIndex(query, search);
    return { ids: ids.slice(0, wanted), total: MAX_FOUND, isCapped: true };
  }

  private async searchIndex(query: OrderList, search: OrderSearch, limit = ''): Promise<FoundIds> {
    const { sql, values } = withSearch(listCondition(query), search);
    const [found = { total: 0, ids: [] }] = await this.database.query<FoundIds[]>(
      `WITH found AS MATERIALIZED (SELECT id, created_at FROM shop_order WHERE ${sql} ${limit})
       SELECT (SELECT count(*)::int FROM found) AS total,
              ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC
                    OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS ids`,
      [...values, offsetOf(query), query.limit],
    );
    return found;
  }

  private async scanNewest(query: OrderList, search: OrderSearch): Promise<string[]> {
    const list = listCondition(query);
    const { sql, values } = withSearch({ sql: 'true', values: list.values }, search);
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM (
         SELECT id, created_at, search FROM shop_order WHERE ${list.sql} ORDER BY created_at DESC, id DESC LIMIT ${MAX_SCANNED}
       ) newest
       WHERE ${sql} ORDER BY created_at DESC, id DESC OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offsetOf(query), query.limit],
    );
    return rows.map(({ id }) => id);
  }

  private async slice({ sql, values }: Condition, query: Pick<OrderList, 'page' | 'limit'>): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM shop_order WHERE ${sql} ORDER BY created_at DESC, id DESC
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offsetOf(query), query.limit],
    );
    return rows.map(({ id }) => id);
  }

  private async count({ sql, values }: Condition): Promise<number> {
    const countRows = async (rows: string) => {
      const [row] = await this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${rows}`,
        values,
      );
      return row?.total ?? 0;
    };
    const some = await countRows(`(SELECT FROM shop_order WHERE ${sql} LIMIT ${MAX_EXACT_COUNT + 1}) counted`);
    if (some <= MAX_EXACT_COUNT) return some;
    const key = [sql, ...values].join();
    const ageMs = COUNT_FRESH_MS - this.counts.getRemainingTTL(key);
    const allowStale = ageMs <= COUNT_STALE_MS;
    return this.counts.forceFetch(key, { allowStale, context: () => countRows(`shop_order WHERE ${sql}`) });
  }

  /** Keeps the order of the ids; omits orders that no longer exist. */
  private async read(ids: string[]): Promise<Order[]> {
    if (ids.length === 0) return [];
    const orders = await loadItemsAndRefunds(
      this.database,
      await this.database.getRepository(Order).find({ where: { id: In(ids) } }),
    );
    const byId = new Map(orders.map((order) => [order.id, order]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const offsetOf = ({ page, limit }: Pick<OrderList, 'page' | 'limit'>): number => (page - 1) * limit;

/** Narrows a condition to the orders that match a search. */
const withSearch = (condition: Condition, { ids, words }: OrderSearch): Condition => {
  const values = [...condition.values];
  const conditions = [condition.sql];
  for (const id of ids) conditions.push(`id = $${values.push(id)}`);
  if (words) conditions.push(`search @@ order_query($${values.push(words)})`);
  return { sql: conditions.join(' AND '), values };
};
