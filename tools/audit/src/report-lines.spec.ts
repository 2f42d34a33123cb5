import type { Report } from './check.js';
import { type Finding, type Kind, named } from './invariants/violation.js';
import { reportLines } from './report-lines.js';

const found = (kind: Kind, count: number): Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    message: `order ${index}`,
    ids: { order: String(index) },
    touched: [],
  }));

it('a thousand orders that are wrong in one way are counted, and the first two hundred named', () => {
  const all = [...found('order-total-wrong', 1_000), ...found('attempt-stuck', 2)];
  const counts = { 'order-total-wrong': 1_000, 'attempt-stuck': 2 } as Report['counts'];
  const lines = reportLines({
    at: '2026-05-01T12:00:00Z',
    seconds: 1,
    counts,
    violations: named(all),
    inFlight: 0,
    factsFailed: 0,
    lostOrders: 0,
    read: { orders: 1_002 },
  });
  expect(lines.filter((line) => line.startsWith('    order '))).toHaveLength(202);
  expect(lines).toContain('    … and 800 more');
  expect(lines.at(-1)).toBe('✗ 1002 violations of 2 of 25 kinds.');
});
