import type { AuditData } from '../data/audit-data.js';
import { checkoutFindings } from './checkouts.js';
import { eventFindings } from './events.js';
import { moneyFindings } from './money.js';
import { priceFindings } from './prices.js';
import { salesFindings } from './sales.js';
import { lookUps } from './shop.js';
import { stockFindings } from './stock.js';
import type { Finding } from './violation.js';

const INVARIANTS = [moneyFindings, salesFindings, stockFindings, priceFindings, eventFindings, checkoutFindings];

/** Everything that looks wrong in the books, whatever its age. */
export function findings(books: AuditData): Finding[] {
  const shop = lookUps(books);
  return INVARIANTS.flatMap((invariant) => invariant(shop));
}

/**
 * Findings that are older than `settleMs`, and how many are not: some of their rows changed a moment ago, so that the
 * books may have been read in the middle of it.
 */
export function settled(books: AuditData, settleMs: number): { sure: Finding[]; inFlight: number } {
  const since = settleMs === 0 ? Infinity : books.at.getTime() - settleMs;
  const all = findings(books);
  const sure = all.filter(({ touched }) => touched.every((at) => !at || at.getTime() <= since));
  return { sure, inFlight: all.length - sure.length };
}
