import { Controller, Inject, Injectable } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { type Sales, SalesQuery, SHOP_TIME_ZONE } from '@geodes/contracts';
import { CLOCK, type Clock, Handles, withRetry } from '@geodes/kit';
import { type Period, salesPeriod, type SalesSum, salesView } from './sales-view.js';

/** A newer sale, or a refund that this process reads, invalidates a cached view earlier. */
const CACHE_TTL_MS = 60_000;
const MAX_CACHED = 50;

/** A fully refunded order is not a sale. */
const SALE = `shop_order.payment_state = 'captured' AND refunded_cents < total_cents`;
/** Days from $1 to $2 in the shop's time zone. */
const inPeriod = (time: string): string =>
  `${time} >= $1::date::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}' AND ${time} < ($2::date + 1)::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}'`;

/**
 * Sums orders by step ($3, the first days of the steps) and by buyer, and geodes by feature. The earliest paid order of an
 * email, refunded or not, is a new buyer's; all others are a returning buyer's. An order's revenue is split among its items
 * by price, to the cent. Every table is read by time in an index-only scan.
 */
const SUMS = `
  SELECT CASE GROUPING(step) WHEN 0 THEN 'all' ELSE 'buyer' END AS kind,
    CASE WHEN GROUPING(step) = 0 THEN ($3::text[])[step] WHEN returns THEN 'returning' ELSE 'first' END AS value,
    count(*)::int AS orders, 0 AS geodes, sum(cents)::float8 AS cents
  FROM (
    SELECT total_cents - refunded_cents AS cents, first.order_id IS NULL AS returns,
      width_bucket(created_at, ARRAY(
        SELECT start::date::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}' FROM unnest($3::text[]) AS start ORDER BY start)) AS step
    FROM shop_order
    LEFT JOIN (SELECT ordered_at, order_id FROM first_paid_order WHERE ${inPeriod('ordered_at')}) AS first
      ON first.ordered_at = created_at AND first.order_id = shop_order.id
    WHERE ${SALE} AND ${inPeriod('created_at')}
  ) AS sale
  GROUP BY GROUPING SETS (step, returns)
  UNION ALL
  SELECT CASE GROUPING(crystal_type, tier, location, band)
      WHEN 7 THEN 'crystal-type' WHEN 11 THEN 'tier' WHEN 13 THEN 'location' ELSE 'price-band' END,
    coalesce(crystal_type, tier, location, band::text), 0, sum(quantity)::int, sum(cents)::float8
  FROM (
    SELECT crystal_type, coalesce(tier, 'unknown') AS tier, location, quantity,
      (ARRAY[0, 2500, 5000, 10000, 25000, 50000])[1 + width_bucket(price_cents, ARRAY[2500, 5000, 10000, 25000, 50000])]
        AS band,
      (total_cents - refunded_cents)::bigint * (before_cents + price_cents * quantity) / (total_cents + discount_cents)
        - (total_cents - refunded_cents)::bigint * before_cents / (total_cents + discount_cents) AS cents
    FROM order_item
    JOIN shop_order ON created_at = ordered_at AND shop_order.id = order_id
    WHERE ${SALE} AND ${inPeriod('created_at')} AND ${inPeriod('ordered_at')}
  ) AS item
  GROUP BY GROUPING SETS (crystal_type, tier, location, band)`;

const FIRST_DAY = `
  SELECT to_char(created_at AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD') AS day
  FROM shop_order WHERE ${SALE} ORDER BY created_at LIMIT 1`;

const NEWEST = `SELECT id FROM shop_order WHERE ${SALE} ORDER BY created_at DESC, id DESC LIMIT 1`;

/** Sums the owner's sales from the orders and caches each view for a minute. */
@Injectable()
export class SalesService {
  private readonly cache: LRUCache<string, Promise<Sales>>;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.cache = new LRUCache({ max: MAX_CACHED, ttl: CACHE_TTL_MS, perf: clock });
  }

  /** Returns the sales of a period. Throws BAD_REQUEST as salesPeriod does. */
  async sales(query: SalesQuery): Promise<Sales> {
    const period = salesPeriod(query, new Date(this.clock.wall()));
    const [newest] = await withRetry(() => this.database.query<{ id: string }[]>(NEWEST));
    const key = [period.step, period.from, period.to, newest?.id].join();
    const cached = this.cache.get(key);
    if (cached) return cached;
    const fresh = withRetry(() => this.sum(period));
    this.cache.set(key, fresh);
    fresh.catch(() => this.cache.delete(key));
    return fresh;
  }

  clearCache(): void {
    this.cache.clear();
  }

  private async sum(period: Period): Promise<Sales> {
    const [sums, [first]] = await Promise.all([
      this.database.query<SalesSum[]>(SUMS, [period.from, period.to, period.starts]),
      this.database.query<{ day: string }[]>(FIRST_DAY),
    ]);
    return salesView(period, sums, first?.day ?? null);
  }
}

@Controller()
export class SalesController {
  constructor(private readonly service: SalesService) {}

  @Handles('orders.sales')
  sales(@Payload() query: SalesQuery): Promise<Sales> {
    return this.service.sales(query);
  }
}
