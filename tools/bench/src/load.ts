import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findWrk } from '@geodes/servers';
import { median } from '@geodes/testing';

/** A GET of this path, or a POST of a body under an Idempotency-Key. */
export interface LoadRequest {
  path: string;
  post?: { key: string; body: string };
}

export interface Load {
  origin: string;
  /** Sent in turn, repeatedly. */
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
  /** Counts responses by status: for POST, because it costs the generator time. */
  countStatuses?: boolean;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  median: number;
  p95: number;
  /** Empty unless counted. */
  statuses: Record<string, number>;
  /** Requests without a response, and responses of status 400 or above. */
  failed: number;
  refused: number;
  /** Share of one processor that the generator took. */
  generatorCpu: number;
}

/** The shop beside its baseline. */
export interface Comparison {
  shop: LoadResult;
  baseline: LoadResult;
  /** Requests a second of the shop as a share of the baseline's, of consecutive turns: median, lowest, highest. */
  ratio: number;
  lowest: number;
  highest: number;
}

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../src/wrk.lua', import.meta.url));
const RESPONSE_TIMEOUT_S = 40;
const WARM_UP_S = 1;
const ROUNDS = 3;

/** Loads a server with one thread of wrk. Throws if the generator cannot run. */
export const load = async ({ origin, requests, connections, seconds, countStatuses }: Load): Promise<LoadResult> => {
  const wrk = await findWrk(tmpdir());
  const folder = await mkdtemp(join(tmpdir(), 'geodes-load-'));
  const file = join(folder, 'requests');
  try {
    const lines = requests.map(({ path, post }) => (post ? [path, post.key, post.body].join('\t') : path));
    await writeFile(file, lines.join('\n') + '\n');
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, `--timeout=${RESPONSE_TIMEOUT_S}s`, '--latency'];
    const args = [...options, '-s', SCRIPT, origin, '--', file, ...(countStatuses ? ['count'] : [])];
    // `times` prints the processor time of the shell, then of its children
    const { stdout } = await run('sh', ['-c', '"$0" "$@"; times', wrk.command, ...args], {
      env: wrk.env,
      timeout: (seconds + RESPONSE_TIMEOUT_S) * 1_000,
      maxBuffer: 1_048_576,
    });
    const result = /^\{.*\}$/m.exec(stdout)?.[0];
    if (!result) throw new Error(`wrk printed no result: ${stdout}`);
    const measured = JSON.parse(result) as Omit<LoadResult, 'perSecond' | 'generatorCpu'> & { seconds: number };
    const generatorCpu = processorSeconds(stdout) / measured.seconds;
    return { ...measured, perSecond: measured.requests / measured.seconds, generatorCpu };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Reads the second line of `times`: user and system, such as `0m1.250s 0m0.310s`. */
const processorSeconds = (output: string): number => {
  const times = [...output.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
};

/**
 * Loads shop and baseline in alternating turns, so that other work of the machine affects both. Each turn sends the same
 * requests, so `pauseMs` must outlast the cache.
 */
export const compare = async (shop: Load, baseline: Load, pauseMs: number): Promise<Comparison> => {
  for (const side of [shop, baseline]) await load({ ...side, seconds: WARM_UP_S });
  const turns: { shop: LoadResult; baseline: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(pauseMs);
    turns.push({ shop: await load(shop), baseline: await load(baseline) });
  }
  const ratios = turns.map((turn) => turn.shop.perSecond / turn.baseline.perSecond);
  return {
    shop: combine(turns.map((turn) => turn.shop)),
    baseline: combine(turns.map((turn) => turn.baseline)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
};

/** Returns the median of each figure and the sum of the failures. */
const combine = (turns: readonly LoadResult[]): LoadResult => {
  const middle = (of: (turn: LoadResult) => number) => median(turns.map(of));
  const sum = (of: (turn: LoadResult) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  return {
    requests: sum(({ requests }) => requests),
    perSecond: middle(({ perSecond }) => perSecond),
    median: middle((turn) => turn.median),
    p95: middle(({ p95 }) => p95),
    statuses: {},
    failed: sum(({ failed }) => failed),
    refused: sum(({ refused }) => refused),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
  };
};
