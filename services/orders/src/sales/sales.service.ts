import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Sales, SalesQuery } from '@geodes/contracts';
import { CLOCK, type Clock, retried } from '@geodes/kit';
import { salesPeriod, wholeMonths } from './period.js';
import { type SalesSum, salesView } from './sales-view.js';

const FEATURES = ['buyer', 'crystal-type', 'tier', 'location', 'price-band'];

/** All figures are of one moment: one statement, over the sums of days and months and what is not in them yet. */
const SUMS = `
  SELECT kind, value, sum(orders)::int AS orders, sum(stones)::int AS stones, sum(cents)::float8 AS cents
  FROM (
    SELECT kind, to_char(date_trunc($3, day::timestamp), 'YYYY-MM-DD') AS value, orders, stones, cents
    FROM (
      SELECT kind, day, orders, stones, cents FROM sales_day WHERE kind = 'all' AND day BETWEEN $1 AND $2
      UNION ALL
      SELECT kind, day, orders, stones, cents FROM sales_entry WHERE kind = 'all' AND day BETWEEN $1 AND $2
    ) AS by_day
    UNION ALL
    SELECT kind, value, orders, stones, cents FROM sales_month WHERE kind = ANY($4) AND month BETWEEN $5 AND $6
    UNION ALL
    SELECT kind, value, orders, stones, cents FROM sales_day WHERE kind = ANY($4) AND day BETWEEN $7 AND $8
    UNION ALL
    SELECT kind, value, orders, stones, cents FROM sales_day WHERE kind = ANY($4) AND day BETWEEN $9 AND $10
    UNION ALL
    SELECT kind, value, orders, stones, cents FROM sales_entry WHERE kind = ANY($4) AND day BETWEEN $1 AND $2
  ) AS period
  GROUP BY kind, value
  HAVING sum(orders) <> 0 OR sum(stones) <> 0`;

/** A day whose only sale was refunded has a row, and is no day with a sale. */
const FIRST_DAY = `
  SELECT to_char(least(
    (SELECT day FROM sales_day WHERE kind = 'all' AND orders > 0 ORDER BY day LIMIT 1),
    (SELECT min(day) FROM sales_entry WHERE kind = 'all' AND orders > 0)), 'YYYY-MM-DD') AS day`;

/** What was sold, for the owner. */
@Injectable()
export class SalesService {
  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws BAD_REQUEST as salesPeriod does. */
  async sales(query: SalesQuery): Promise<Sales> {
    const period = salesPeriod(query, new Date(this.clock.wall()));
    const { from, to, step } = period;
    const { months, before, after } = wholeMonths(period);
    const values = [from, to, step, FEATURES, ...months, ...before, ...after];
    const [sums, [first]] = await retried(() =>
      Promise.all([
        this.database.query<SalesSum[]>(SUMS, values),
        this.database.query<{ day: string | null }[]>(FIRST_DAY),
      ]),
    );
    return salesView(period, sums, first?.day ?? null);
  }
}
