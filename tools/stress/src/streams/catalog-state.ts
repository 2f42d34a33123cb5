import { onDatabase, type StartedShop, until } from '@geodes/testing';

/**
 * Orders, holds and outbox events end within this time after the last fault. A declined card extends a hold to two
 * minutes.
 */
const SETTLE_TIMEOUT_MS = 150_000;
const DATABASE_TIMEOUT_MS = 10_000;

export interface CatalogState {
  /** `available 100.00` by id, as a page shows it. */
  geodes: Map<string, string>;
  /** Position of the last live event. */
  position: number;
  /** Number of geodes that are held or in a checkout. */
  inCheckout: number;
}

interface Row {
  id: string;
  cents: number;
  availability: string;
  position: string;
}

const READ = `
  SELECT id, price_cents AS cents,
         CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END AS availability,
         (SELECT last FROM live_position) AS position
    FROM geode`;

/** Reads the state of every geode from the catalogue's database, through the read-only role. */
const readCatalogState = async ({ servers }: StartedShop): Promise<CatalogState> => {
  const rows = await onDatabase(
    servers.database('catalog', 'audit'),
    async (client) => (await client.query<Row>(READ)).rows,
    DATABASE_TIMEOUT_MS,
  );
  return {
    geodes: new Map(
      rows.map(({ id, availability, cents }) => [id, `${availability} ${(Number(cents) / 100).toFixed(2)}`]),
    ),
    position: Number(rows[0]?.position ?? 0),
    inCheckout: rows.filter(({ availability }) => availability === 'held').length,
  };
};

/**
 * Returns the catalogue's state once no geode is in a checkout and no event has come for a while. Throws after 150 seconds.
 */
export const untilSettled = async (shop: StartedShop): Promise<CatalogState> => {
  let last: CatalogState | undefined;
  let same = 0;
  const isSettled = async () => {
    const now = await readCatalogState(shop).catch(() => undefined);
    same = now && now.inCheckout === 0 && now.position === last?.position ? same + 1 : 0;
    last = now ?? last;
    return same >= 4;
  };
  if (!(await until(isSettled, SETTLE_TIMEOUT_MS)) || !last)
    throw new Error(`the shop has not settled: ${last?.inCheckout} geodes are in checkouts`);
  return last;
};
