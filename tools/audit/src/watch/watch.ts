import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { pino, stdTimeFunctions } from 'pino';
import { ALL_KINDS, type Kind, type Violation, sumCounts, violationKey } from '../invariants/violation.js';
import type { Report } from '../check.js';
import { readWatchConfig } from './config.js';
import { runCheck } from './run-check.js';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const registers = [registry];

const metrics = {
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
    help: 'Failed checks, by what could not be read: databases or square',
    labelNames: ['missing'] as const,
    registers,
  }),
};

/**
 * Sets all kinds, so a graph distinguishes "none" from "not measured". An incomplete check proves no kind absent, so it sets
 * only those it found.
 */
function showViolations(counts: Partial<Record<Kind, number>>, isComplete: boolean): void {
  for (const kind of ALL_KINDS) if (isComplete || counts[kind]) metrics.violations.set({ kind }, counts[kind] ?? 0);
}

/** Serves /health/live, /health/ready (503 while `failing` returns a name) and /metrics. Throws when the port is taken. */
async function serve(host: string, port: number, failing: () => string | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    void respond(request.url?.split('?', 1)[0], response, failing()).catch(() => response.destroy());
  });
  server.requestTimeout = 5_000;
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function respond(path: string | undefined, response: ServerResponse, failing: string | undefined): Promise<void> {
  if (path === '/health/live') json(response, 200, { status: 'ok' });
  else if (path === '/health/ready' && failing) json(response, 503, { status: 'unavailable', failing: [failing] });
  else if (path === '/health/ready') json(response, 200, { status: 'ok' });
  else if (path === '/metrics') {
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
  } else json(response, 404, { status: 'not found' });
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

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

  showViolations({}, true);
  const server = await serve(host, port, () => failing);
  logger.info({ port }, 'audit is ready');
  for (let waitMs = FIRST_CHECK_DELAY_MS; await pause(waitMs, true, { signal: stopping.signal }).catch(() => false);) {
    try {
      const report = await runCheck(args, AbortSignal.any([stopping.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]));
      // A shop that was stopped in the middle of work recovers after the start.
      const isFresh = performance.now() - began < settleMs;
      known = publish(isFresh ? withoutViolations(report) : report);
      waitMs = Math.max(INTERVAL_MS, report.seconds * 1_000 * PAUSE_PER_CHECK);
    } catch (error) {
      if (stopping.signal.aborted) break;
      failing = 'databases';
      metrics.failures.inc({ missing: 'databases' });
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
    showViolations(counts, !squareFailure);
    metrics.seconds.set(seconds);
    failing = squareFailure ? 'square' : undefined;
    if (squareFailure) {
      metrics.failures.inc({ missing: 'square' });
      logger.warn({ reason: squareFailure }, "check done without Square's ledger");
      return new Map([...known, ...now]);
    }
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
