import { execFile, type ExecFileException } from 'node:child_process';
import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { pino, stdTimeFunctions } from 'pino';
import type { Report } from './check.js';
import { ConfigError, readFlags } from './flags.js';
import { ALL_KINDS, type Kind, sumCounts, type Violation, violationKey } from './invariants/violation.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the configuration of the continuous audit. Treats an empty variable as unset. Throws ConfigError. */
function readWatchConfig(args: string[], environment: Record<string, string | undefined>) {
  const { NAME, LOG_LEVEL, HTTP_PORT, HTTP_HOST } = environment;
  const port = Number(HTTP_PORT);
  if (!HTTP_PORT || !/^\d+$/.test(HTTP_PORT) || port < 1 || port > 65_535)
    throw new ConfigError('HTTP_PORT must be the port for /health and /metrics, for example HTTP_PORT=9400');
  if (LOG_LEVEL && !LEVELS.includes(LOG_LEVEL)) throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}`);
  const { settleMs } = readFlags(args);
  return { name: NAME || 'audit', logLevel: LOG_LEVEL || 'info', host: HTTP_HOST || '127.0.0.1', port, settleMs };
}

const registry = new Registry();
// its default of 10 ms would wake an idle process a hundred times a second
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
const registers = [registry];

const metrics = {
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
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
  } else json(response, 404, { status: 'not found' });
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const CHECK_TIMEOUT_MS = 5 * 60_000;
const MAX_REPORT_BYTES = 20_000_000;
const MAX_ERROR_CHARACTERS = 2_000;

/**
 * Runs one check in a child process with low priority, which frees its memory (all data) afterwards. Rejects with the end
 * of its error output if it prints no report within five minutes. Ends it when `signal` aborts.
 */
async function runCheck(args: string[], signal: AbortSignal): Promise<Report> {
  const running = promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], {
    env: { ...process.env, AUDIT_WATCH: 'off' },
    maxBuffer: MAX_REPORT_BYTES,
    timeout: CHECK_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    signal,
  });
  lowerPriority(running.child.pid);
  const { stdout } = await running.catch((error: ExecFileException) => {
    const { code, signal: endedBy, stdout = '', stderr = '' } = error;
    // exit codes of a check with violations or without Square's ledger
    if ((code === 1 || code === 2) && stdout.startsWith('{')) return { stdout };
    throw new Error(stderr.trim().slice(-MAX_ERROR_CHARACTERS) || `the check ended with ${endedBy ?? code}`);
  });
  return JSON.parse(stdout) as Report;
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited, or the system refuses.
  }
}

/** Lets a starting shop settle. */
const FIRST_CHECK_DELAY_MS = 10_000;
const INTERVAL_MS = 60_000;
const RETRY_DELAY_MS = 15_000;
/** The pause is at least this many times the check's duration, so large shops are checked less often. */
const PAUSE_PER_CHECK = 20;

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
      const report = await runCheck(args, stopping.signal);
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
