import { formatReport, type Report } from './check.js';
import { type Finding, type Kind, limitPerKind } from './invariants/violation.js';

const makeFindings = (kind: Kind, count: number): Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    message: `order ${index}`,
    ids: { order: String(index) },
    touched: [],
  }));

it('counts a thousand violations of one kind and lists the first two hundred', () => {
  const all = [...makeFindings('order-total-wrong', 1_000), ...makeFindings('attempt-stuck', 2)];
  const counts = { 'order-total-wrong': 1_000, 'attempt-stuck': 2 } as Report['counts'];
  const lines = formatReport({
    at: '2026-05-01T12:00:00Z',
    seconds: 1,
    counts,
    violations: limitPerKind(all),
    inFlight: 0,
    factsFailed: 0,
    lostOrders: 0,
    read: { orders: 1_002 },
  });
  expect(lines.filter((line) => line.startsWith('    order '))).toHaveLength(202);
  expect(lines).toContain('    … and 800 more');
  expect(lines.at(-1)).toBe('✗ 1002 violations of 2 of 29 kinds.');
});
