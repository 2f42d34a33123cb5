import type { Report } from './check.js';
import { ALL_KINDS, KINDS, sumCounts } from './invariants/violation.js';

/** Formats the report: violations by kind, then what was read. */
export function formatReport({
  violations,
  counts,
  inFlight,
  factsFailed,
  lostOrders,
  read,
  squareFailure,
  seconds,
}: Report): string[] {
  const kinds = ALL_KINDS.filter((kind) => counts[kind] > 0);
  const wrong = kinds.flatMap((kind) => {
    const named = violations.filter((violation) => violation.kind === kind);
    return [
      `✗ ${KINDS[kind]} (${kind}, ${counts[kind]})`,
      ...named.map(({ message }) => `    ${message}`),
      ...(named.length < counts[kind] ? [`    … and ${counts[kind] - named.length} more`] : []),
      '',
    ];
  });
  const all = sumCounts(counts);
  const looked = Object.entries(read).map(([what, count]) => `${count} ${what}`);
  return [
    ...wrong,
    `Looked at ${looked.join(', ')} in ${seconds.toFixed(1)} s.`,
    ...(inFlight > 0 ? [`${inFlight} more may still be under way: look again in two minutes.`] : []),
    ...(factsFailed > 0
      ? [
          `! ${factsFailed} order ${factsFailed === 1 ? 'event waits' : 'events wait'} for the operator: npm run ops -- events`,
        ]
      : []),
    ...(lostOrders > 0
      ? [
          `! ${lostOrders} ${lostOrders === 1 ? 'payment' : 'payments'} of orders that the shop does not know: npm run ops -- differences`,
        ]
      : []),
    ...(squareFailure ? [`! ${squareFailure}; invariants that need Square's ledger were skipped.`] : []),
    all > 0
      ? `✗ ${all} ${all === 1 ? 'violation' : 'violations'} of ${kinds.length} of ${ALL_KINDS.length} kinds.`
      : squareFailure
        ? '! No violation among what could be judged.'
        : `✓ No violation of ${ALL_KINDS.length} kinds.`,
  ];
}
