import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { ALL_KINDS, type Kind } from '../invariants/violation.js';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const registers = [registry];

export const metrics = {
  registry,
  violations: new Gauge({
    name: 'shop_invariant_violations',
    help: 'Broken invariants by kind; 0 when there is none',
    labelNames: ['kind'] as const,
    registers,
  }),
  lastRun: new Gauge({
    name: 'shop_audit_last_run_timestamp_seconds',
    help: 'When the last complete check read its data',
    registers,
  }),
  seconds: new Gauge({ name: 'shop_audit_seconds', help: 'How long the last check took', registers }),
  failures: new Counter({
    name: 'shop_audit_failures_total',
    help: 'Failed checks, by what could not be read: books (the databases) or square',
    labelNames: ['missing'] as const,
    registers,
  }),
};

/** Sets all kinds, so a graph distinguishes "none" from "not measured". */
export function showViolations(counts: Partial<Record<Kind, number>>): void {
  for (const kind of ALL_KINDS) metrics.violations.set({ kind }, counts[kind] ?? 0);
}
