import { setTimeout as sleep } from 'node:timers/promises';

const PAGE_SIZE = 10;
const POLL_MS = 250;
const REQUEST_TIMEOUT_MS = 2000;
/** Drawing ten geodes takes seconds; a shop whose seed is stuck opens all the same. */
const MAX_WAIT_MS = 120_000;

/** Settles when the gallery's first page has its geodes, `expected` of them if that is fewer than a page; at most after two minutes. */
export async function untilFirstPage(shop: string, expected: number): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  while ((await geodesOnSale(shop)) < Math.min(PAGE_SIZE, expected) && Date.now() < until) await sleep(POLL_MS);
}

async function geodesOnSale(shop: string): Promise<number> {
  try {
    const response = await fetch(`${shop}/api/geodes?limit=1`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as { total: number }).total : 0;
  } catch {
    return 0;
  }
}
