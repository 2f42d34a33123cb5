import { setTimeout as pause } from 'node:timers/promises';
import { pino, stdTimeFunctions } from 'pino';
import { keyOf, type Kind, total, type Violation } from '../invariants/violation.js';
import type { Report } from '../check.js';
import { readWatchConfig } from './config.js';
import { serve } from './http.js';
import { metrics, showViolations } from './metrics.js';
import { runCheck } from './run-check.js';

/** A shop that starts is left alone first. */
const FIRST_AFTER_MS = 10_000;
const INTERVAL_MS = 60_000;
const AGAIN_AFTER_MS = 15_000;
/** A shop with many rows is checked less often: a check takes at most this part of the time. */
const PAUSE_PER_CHECK = 20;
const CHECK_TIMEOUT_MS = 5 * 60_000;

/**
 * Stays, checks by the clock, serves /health and /metrics, and logs each violation when it is first seen and when it is
 * gone. Throws ConfigError, or where HTTP_PORT is taken; `args` are handed on to every check.
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
  for (let waitMs = FIRST_AFTER_MS; await waited(waitMs, stopping.signal);) {
    try {
      const report = await runCheck(args, AbortSignal.any([stopping.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]));
      // what a shop that was stopped in the middle left behind, it puts right by itself after the start
      const isFresh = performance.now() - began < settleMs;
      known = take(isFresh ? withoutViolations(report) : report);
      waitMs = Math.max(INTERVAL_MS, report.seconds * 1_000 * PAUSE_PER_CHECK);
    } catch (error) {
      if (stopping.signal.aborted) break;
      failing = 'books';
      metrics.failures.inc({ missing: 'books' });
      logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the books could not be checked');
      waitMs = AGAIN_AFTER_MS;
    }
  }
  server.close();
  server.closeAllConnections();

  /** Tells what is new and what is gone; returns what there is now. */
  function take({ at, seconds, counts, violations, inFlight, squareFailure }: Report): Map<string, Violation> {
    const now = new Map(violations.map((violation) => [keyOf(violation), violation]));
    for (const [key, { kind, message, ids }] of now) if (!known.has(key)) logger.error({ kind, ...ids }, message);
    // without Square's word nothing that needs it can be said to be gone; nor what is merely no longer among those named
    const areAllNamed = (kind: Kind) => violations.filter((one) => one.kind === kind).length === (counts[kind] ?? 0);
    const gone = squareFailure ? [] : [...known].filter(([key, { kind }]) => !now.has(key) && areAllNamed(kind));
    for (const [key] of gone) logger.info({ violation: key }, 'a violation is gone');
    metrics.seconds.set(seconds);
    failing = squareFailure ? 'square' : undefined;
    if (squareFailure) {
      metrics.failures.inc({ missing: 'square' });
      logger.warn({ reason: squareFailure }, "the books were checked without Square's");
      return new Map([...known, ...now]);
    }
    showViolations(counts);
    metrics.lastRun.set(Date.parse(at) / 1_000);
    logger.debug({ seconds, violations: total(counts), inFlight }, 'the books were checked');
    return now;
  }
}

const withoutViolations = (report: Report): Report => ({
  ...report,
  counts: {} as Report['counts'],
  violations: [],
  inFlight: report.inFlight + total(report.counts),
});

async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
