import type { AuditState } from './observed-state.js';

const VIOLATION = /^shop_invariant_violations\{kind="([^"]+)"\} (\d+)/;
const LAST_RUN = /^shop_audit_last_run_timestamp_seconds (\S+)/;

/** Parses the metrics of the continuous audit (tools/audit). */
export const parseAuditMetrics = (metrics: string): AuditState => {
  const state: AuditState = { checkedAt: null, violations: {} };
  for (const line of metrics.split('\n')) {
    const [, kind, count] = VIOLATION.exec(line) ?? [];
    if (kind && Number(count) > 0) state.violations[kind] = Number(count);
    const seconds = Number(LAST_RUN.exec(line)?.[1] ?? 0);
    if (seconds > 0) state.checkedAt = new Date(seconds * 1_000).toISOString();
  }
  return state;
};
