import { setTimeout as pause } from 'node:timers/promises';
import { pino, stdTimeFunctions } from 'pino';
import { violationKey, type Kind, sumCounts, type Violation } from '../invariants/violation.js';
import type { Report } from '../check.js';
import { readWatchConfig } from './config.js';
import { serve } from './http.js';
import { metrics, showViolations } from './metrics.js';
import { runCheck } from './run-check.js';

/** Lets a starting shop settle. */
const FIRST_CHECK_DELAY_MS = 10_000;
const INTERVAL_MS = 60_000;
const RETRY_DELAY_MS = 15_000;
/** The pause is at least this many times the check's duration, so large shops are checked less often. */
const PAUSE_PER_CHECK = 20;
const CHECK_TIMEOUT_MS = 5 * 60_000;

/**
 * Checks periodically, serves /health and /metrics, and logs each violation when it appears and disappears. Passes `args`
 * to every check. Throws ConfigError, and when HTTP_PORT is taken.
 */
export async function watch(args: string[], environment: Record<string, string | undefined>): Promise<void> {
  const { name, logLevel, host, port, settleMs } = readWatchConfig(args, environment);
  const logger = pino({
    level: logLevel,
    base: { name },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  });
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const began = performance.now();
  let known = new Map<string, Violation>();
  let failing: string | undefined;

  showViolations({});
  const server = await serve(host, port, () => failing);
  logger.info({ port }, 'audit is ready');
  for (let waitMs = FIRST_CHECK_DELAY_MS; await waitFor(waitMs, stopping.signal);) {
    try {
      const report = await runCheck(args, AbortSignal.any([stopping.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]));
      // A shop that was stopped in the middle of work recovers after the start.
      const isFresh = performance.now() - began < settleMs;
      known = publish(isFresh ? withoutViolations(report) : report);
      waitMs = Math.max(INTERVAL_MS, report.seconds * 1_000 * PAUSE_PER_CHECK);
    } catch (error) {
      if (stopping.signal.aborted) break;
      failing = 'books';
      metrics.failures.inc({ missing: 'books' });
      logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'check failed');
      waitMs = RETRY_DELAY_MS;
    }
  }
  server.close();
  server.closeAllConnections();

  /** Logs new and resolved violations and sets the metrics. Returns the present violations. */
  function publish({ at, seconds, counts, violations, inFlight, squareFailure }: Report): Map<string, Violation> {
    const now = new Map(violations.map((violation) => [violationKey(violation), violation]));
    for (const [key, { kind, message, ids }] of now) if (!known.has(key)) logger.error({ kind, ...ids }, message);
    // Without Square's ledger, or beyond the limit of listed violations, a missing violation may still exist.
    const areAllListed = (kind: Kind) => violations.filter((one) => one.kind === kind).length === (counts[kind] ?? 0);
    const resolved = squareFailure ? [] : [...known].filter(([key, { kind }]) => !now.has(key) && areAllListed(kind));
    for (const [key] of resolved) logger.info({ violation: key }, 'violation resolved');
    metrics.seconds.set(seconds);
    failing = squareFailure ? 'square' : undefined;
    if (squareFailure) {
      metrics.failures.inc({ missing: 'square' });
      logger.warn({ reason: squareFailure }, "check done without Square's ledger");
      return new Map([...known, ...now]);
    }
    showViolations(counts);
    metrics.lastRun.set(Date.parse(at) / 1_000);
    logger.debug({ seconds, violations: sumCounts(counts), inFlight }, 'check done');
    return now;
  }
}

const withoutViolations = (report: Report): Report => ({
  ...report,
  counts: {} as Report['counts'],
  violations: [],
  inFlight: report.inFlight + sumCounts(report.counts),
});

async function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
