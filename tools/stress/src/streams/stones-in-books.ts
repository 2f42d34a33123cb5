import pg from 'pg';
import type { StartedShop } from '@geodes/testing';

const TIMEOUT_MS = 10_000;

export interface Books {
  /** `available 100.00` by id, as a page shows it. */
  stones: Map<string, string>;
  /** The number of the last event. */
  position: number;
  /** Stones that are in somebody's checkout. */
  taken: number;
}

const READ = `
  SELECT id, price_cents AS cents,
         CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END AS availability,
         (SELECT last FROM live_position) AS position
    FROM geode`;

/** What the catalogue's database says of each stone, through the role that may only read. */
export const readBooks = async ({ servers }: StartedShop): Promise<Books> => {
  const client = new pg.Client({
    connectionString: servers.database('catalog', 'audit'),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; cents: number; availability: string; position: string }>(READ);
    return {
      stones: new Map(
        rows.map(({ id, availability, cents }) => [id, `${availability} ${(Number(cents) / 100).toFixed(2)}`]),
      ),
      position: Number(rows[0]?.position ?? 0),
      taken: rows.filter(({ availability }) => availability === 'held').length,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
};
