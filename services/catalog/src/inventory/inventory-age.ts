import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AGE_BANDS, dollars, type InventoryAge } from '@geodes/contracts';
import { withRetry } from '@geodes/kit';
import { LISTED, OPENS_LATER } from '../geodes/availability.js';

const MAX_OLDEST = 10;

const DAYS_ON_SALE = 'floor(extract(epoch FROM now() - on_sale_since) / 86400)::int';

/** An upcoming geode cannot be bought. `OPENS_LATER` is null without an instant. */
const ON_SALE = `${LISTED} AND (${OPENS_LATER}) IS NOT TRUE`;

/** An import may set a date in the future, which is band 0: it counts as the first band. */
const BY_AGE = `
  SELECT greatest(1, width_bucket(${DAYS_ON_SALE}, $1::int[])) AS band, sum(units_available + units_reserved)::int AS geodes,
    sum(units_reserved)::int AS "inCheckout",
    sum((units_available + units_reserved) * price_cents::bigint)::float8 AS cents
  FROM geode WHERE ${ON_SALE} GROUP BY band`;

const MEDIAN = `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ${DAYS_ON_SALE}) AS days FROM geode WHERE ${ON_SALE}`;

const OLDEST = `
  SELECT id, title, price_cents AS "priceCents", ${DAYS_ON_SALE} AS days
  FROM geode WHERE ${ON_SALE} ORDER BY on_sale_since, id LIMIT ${MAX_OLDEST}`;

interface AgeRow {
  /** 1 is the first of AGE_BANDS. */
  band: number;
  geodes: number;
  inCheckout: number;
  cents: number;
}

/** Counts the unsold geodes by how long they have been on sale. */
@Injectable()
export class InventoryAgeReader {
  constructor(private readonly database: DataSource) {}

  async read(): Promise<InventoryAge> {
    const [rows, [median], oldest] = await withRetry(() =>
      Promise.all([
        this.database.query<AgeRow[]>(BY_AGE, [AGE_BANDS]),
        this.database.query<{ days: number | null }[]>(MEDIAN),
        this.database.query<{ id: string; title: string; priceCents: number; days: number }[]>(OLDEST),
      ]),
    );
    const sum = (of: (row: AgeRow) => number) => rows.reduce((all, row) => all + of(row), 0);
    return {
      geodes: sum(({ geodes }) => geodes),
      inCheckout: sum(({ inCheckout }) => inCheckout),
      value: dollars(sum(({ cents }) => cents)),
      medianDays: median?.days ?? null,
      ages: AGE_BANDS.map((fromDays, index) => {
        const { geodes = 0, cents = 0 } = rows.find(({ band }) => band === index + 1) ?? {};
        return { fromDays, geodes, value: dollars(cents) };
      }),
      oldest: oldest.map(({ id, title, priceCents, days }) => ({ id, title, price: dollars(priceCents), days })),
    };
  }
}
