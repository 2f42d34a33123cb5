import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type BatchResult, failureText, runBatch } from '../src/batch.js';

const COUNT = Number(process.env.INTERLEAVINGS ?? 200);
/** Timeouts of one seed and of the setup, milliseconds; several times what they need. */
const SEED_TIMEOUT_MS = 1_500;
const SETUP_TIMEOUT_MS = 60_000;
const PROCESSES = availableParallelism();
/** Lower bounds: how often each disturbance occurs in 1,000 seeds. */
const DISTURBANCES: Record<string, [what: string, times: number][]> = {
  'messages that are lost, late, duplicated and reordered': [
    ['a message lost', 200],
    ['a message delivered twice', 200],
    ['a late delivery', 500],
    ['a call that timed out', 500],
    ['a response overtaken by a newer one', 200],
  ],
  'responses that are lost after the request was carried out': [
    ['a response lost', 100],
    ['response of Square lost: create', 20],
    ['response of Square lost: complete', 10],
  ],
  'an unreachable, failing and late Square': [
    ['an outage: square', 20],
    ['request to Square lost: create', 20],
    ['request to Square lost: complete', 10],
    ['request to Square arrives after its timeout: create', 10],
    ['request to Square arrives after its timeout: complete', 5],
  ],
  'payments that Square refuses because of the account': [
    ['Square responds 403: create', 10],
    ['response 503', 5],
  ],
  'webhooks in every payment state, duplicated and lost': [
    ['a webhook while its payment is authorising', 50],
    ['a webhook while its payment is authorised', 20],
    ['a webhook while its payment is capturing', 20],
    ['a webhook while its payment is captured', 20],
    ['a webhook while its payment is voiding', 5],
    ['a webhook while its payment is voided', 5],
    ['a webhook delivered twice', 20],
    ['a webhook lost', 20],
  ],
  'recovery in two processes at once': [['recovery in two processes at once', 200]],
  'a worker that is paused past its lease': [
    ['a worker paused past its lease', 20],
    ['log: another worker has this checkout', 20],
  ],
  'killed processes, power cuts and broken database connections': [
    ['a process killed', 300],
    ['a power cut', 10],
    ['a broken database connection', 200],
  ],
  'authorisations that expire at Square': [
    ['Square voids an expired authorisation', 5],
    ['log: the authorisation is gone: the order is cancelled', 2],
  ],
  'an authorisation that arrives after its cancellation': [['an authorisation arrives after its cancellation', 3]],
  'an owner who changes statuses during checkouts': [
    ['orders.set-status: done', 30],
    ['orders.set-status: STATUS_LOCKED', 30],
    ['orders.archive: done', 5],
  ],
  'refunds that repeat, wait, fail and meet others': [
    ['orders.refund: done', 100],
    ['orders.refund: UNAVAILABLE', 20],
    ['a refund sent twice at once', 50],
    ['two refunds of an order at once', 50],
    ['a refund made in Square', 15],
    ['refunds COMPLETED at Square', 80],
    ['refunds FAILED at Square', 10],
    ['refunds with geodes on sale again', 20],
    ['orders cancelled by refunds', 10],
  ],
  'clocks that jump': [
    ['a process clock that jumps', 50],
    ['a database clock that jumps', 30],
    ['a stall', 100],
    ['a long stall', 20],
  ],
  'buyers who hold geodes, and an owner who ends holds': [
    ['a buyer with a hold', 150],
    ['catalog.take-hold: OUT_OF_STOCK', 80],
    ['catalog.end-hold: done', 80],
    ['catalog.end-hold-for-owner: done', 60],
    ['catalog.end-hold-for-owner: GEODE_IN_ORDER', 40],
  ],
  'buyers who pay, who are declined and who are too late': [
    ['checkouts paid', 400],
    ['response 402 PAYMENT_DECLINED', 30],
    ['response 402 PAYMENT_NOT_COMPLETED', 30],
    ['response 409 OUT_OF_STOCK', 300],
    ['response 202', 100],
  ],
};

let result: BatchResult;
let shortfalls: Record<string, string[]>;

beforeAll(
  async () => {
    result = await runBatch({ from: 1, count: COUNT, processes: PROCESSES, mutation: 'none' });
    const { done, failures, steps, ms, counts } = result;
    shortfalls = Object.fromEntries(
      Object.entries(DISTURBANCES).map(([kind, whats]) => [kind, whats.flatMap((what) => shortfall(...what))]),
    );
    console.log(
      `${done} interleavings, ${failures.length} failed; ${counts['checkouts paid'] ?? 0} orders paid, ` +
        `${counts['orders with more than one capture'] ?? 0} with more than one capture; ` +
        `${Math.round(steps / done)} steps each; ${(ms / 1000).toFixed(0)} s`,
    );
    for (const failure of failures) writeFileSync(`.results/seed-${failure.seed}.txt`, `${failureText(failure)}\n`);
  },
  SETUP_TIMEOUT_MS + COUNT * SEED_TIMEOUT_MS,
);

/** Prints violations last, because long reports are cut at their beginning. */
const failuresText = ({ failures }: BatchResult): string =>
  [
    ...failures.slice(0, 3).map((failure) => failureText(failure)),
    ...failures.map(({ seed, violations }) => `✗ seed ${seed}: ${violations.join('; ')}`),
  ].join('\n');

const shortfall = (what: string, timesPerThousand: number): string[] => {
  const expected = Math.floor((timesPerThousand * COUNT) / 1_000);
  const met = result.counts[what] ?? 0;
  return met >= expected ? [] : [`${what}: ${met} times, ${expected} expected`];
};

describe('the real checkout with fake NATS, Redis and Square', () => {
  it(`keeps every invariant in each of ${COUNT} interleavings`, () => {
    if (result.failures.length > 0) throw new Error(failuresText(result));
    expect(result.done).toBe(COUNT);
  });

  it('never charges an order more than once', () => {
    expect(result.counts['orders with more than one capture'] ?? 0).toBe(0);
    expect(result.counts['orders with one capture']).toBe(result.counts['checkouts paid']);
  });

  it.each(Object.keys(DISTURBANCES))('meets %s', (kind) => {
    expect(shortfalls[kind]).toEqual([]);
  });

  it(
    'repeats the same schedule for the same seed, whichever worker runs it and whatever ran before',
    async () => {
      const from = Math.min(COUNT, 40);
      const count = Math.min(COUNT, 6);
      const again = await runBatch({ from, count, processes: 1, mutation: 'none' });
      expect(again.done).toBe(count);
      for (const [seed, schedule] of again.schedules)
        expect([seed, ...schedule]).toEqual([seed, ...(result.schedules.get(seed) ?? schedule)]);
      expect(new Set([...again.schedules.values()].map(String)).size).toBe(count);
    },
    SETUP_TIMEOUT_MS,
  );
});
