import type { AuditData } from '../data/audit-data.js';
import { checkoutFindings, letterFindings } from './checkouts.js';
import { eventFindings } from './events.js';
import { moneyFindings } from './money.js';
import { priceFindings } from './prices.js';
import { refundFindings } from './refunds.js';
import { salesFindings } from './sales.js';
import { indexData } from './indexed-data.js';
import { stockFindings } from './stock.js';
import type { Finding } from './violation.js';

const INVARIANTS = [
  moneyFindings,
  refundFindings,
  salesFindings,
  stockFindings,
  priceFindings,
  eventFindings,
  checkoutFindings,
  letterFindings,
];

/** Finds everything that breaks an invariant, whatever its age. */
export function findings(data: AuditData): Finding[] {
  const shop = indexData(data);
  return INVARIANTS.flatMap((invariant) => invariant(shop));
}

/**
 * Returns the findings older than `settleMs` and the number of younger ones. Rows of a younger finding may have been read
 * in the middle of a change.
 */
export function splitBySettleTime(data: AuditData, settleMs: number): { sure: Finding[]; inFlight: number } {
  const since = settleMs === 0 ? Infinity : data.at.getTime() - settleMs;
  const all = findings(data);
  const sure = all.filter(({ touched }) => touched.every((at) => !at || at.getTime() <= since));
  return { sure, inFlight: all.length - sure.length };
}
