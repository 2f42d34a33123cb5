import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { failureText } from '../src/fleet/failure-text.js';
import { type Result, runBatch } from '../src/fleet/fleet.js';

const COUNT = Number(process.env.INTERLEAVINGS ?? 1_000);
/** Each interleaving, and what comes before the first, milliseconds; several times what they take. */
const LIMIT_EACH_MS = 600;
const LIMIT_BEFORE_MS = 60_000;
const PROCESSES = Math.ceil(availableParallelism() * 1.5);
/** Each kind of disturbance has to be met about this often in a thousand, at the very least. */
const DISTURBANCES: Record<string, [what: string, times: number][]> = {
  'messages that are lost, late, doubled and overtaken': [
    ['a message lost', 200],
    ['a message that comes twice', 200],
    ['something that is late', 500],
    ['a call without an answer in time', 500],
    ['an answer overtaken by a younger one', 200],
  ],
  'answers lost after what was asked for was done': [
    ['an answer lost', 100],
    ['lost, the answer of Square: create', 20],
    ['lost, the answer of Square: complete', 10],
  ],
  'Square unreachable, in trouble and too late': [
    ['an outage: square', 20],
    ['never reaches Square: create', 20],
    ['never reaches Square: complete', 10],
    ['arrives after its caller gave up: create', 10],
    ['arrives after its caller gave up: complete', 5],
  ],
  'payments that Square refuses for a reason of the account': [
    ['Square answers 403: create', 10],
    ['told 503', 5],
  ],
  'webhooks at any moment, twice and never': [
    ['a webhook while its payment is authorising', 50],
    ['a webhook while its payment is authorised', 20],
    ['a webhook while its payment is capturing', 20],
    ['a webhook while its payment is captured', 20],
    ['a webhook while its payment is voiding', 5],
    ['a webhook while its payment is voided', 5],
    ['a webhook that comes twice', 20],
    ['a webhook that never comes', 20],
  ],
  'two recoverers at once': [['two recoverers at once', 200]],
  'a worker stopped past its lease': [
    ['a worker stopped past its lease', 20],
    ['log: another worker has this checkout', 20],
  ],
  'processes that die, all at once too': [
    ['a process killed', 300],
    ['a power cut', 10],
    ['a database connection that breaks', 200],
  ],
  'Square voiding what nobody captured in time': [
    ['Square voids by itself what nobody captured in time', 5],
    ['log: the authorisation is gone: the order is cancelled', 2],
  ],
  'an authorisation that lands after its cancel': [['an authorisation lands after its cancel', 3]],
  'the owner changing statuses meanwhile': [
    ['orders.set-status: done', 30],
    ['orders.set-status: STATUS_LOCKED', 30],
    ['orders.archive: done', 5],
  ],
  'clocks that jump': [
    ['a clock that is wrong', 50],
    ["a database's clock that jumps", 30],
    ['a stall', 100],
    ['a long stall', 20],
  ],
  'buyers who have their stones held, and an owner who ends holds': [
    ['a buyer with a hold', 150],
    ['catalog.take-hold: OUT_OF_STOCK', 80],
    ['catalog.end-hold: done', 80],
    ['catalog.end-hold-for-owner: done', 60],
    ['catalog.end-hold-for-owner: GEODE_IN_ORDER', 40],
  ],
  'buyers who pay, who are declined and who come too late': [
    ['checkouts paid', 400],
    ['told 402 PAYMENT_DECLINED', 30],
    ['told 402 PAYMENT_NOT_COMPLETED', 30],
    ['told 409 OUT_OF_STOCK', 300],
    ['told 202', 100],
  ],
};

let result: Result;
let shortfalls: Record<string, string[]>;

beforeAll(
  async () => {
    result = await runBatch({ from: 1, count: COUNT, processes: PROCESSES, mutation: 'none', stopsAtFailure: false });
    const { done, failures, steps, ms, counts } = result;
    shortfalls = Object.fromEntries(
      Object.entries(DISTURBANCES).map(([kind, whats]) => [kind, whats.flatMap((what) => shortfall(...what))]),
    );
    console.log(
      `${done} interleavings, ${failures.length} failed; ${counts['checkouts paid'] ?? 0} orders paid, ` +
        `${counts['orders with more than one capture'] ?? 0} with more than one capture; ` +
        `${Math.round(steps / done)} steps each; ${(ms / 1000).toFixed(0)} s`,
    );
    for (const told of failures) writeFileSync(`.results/seed-${told.seed}.txt`, `${failureText(told)}\n`);
  },
  LIMIT_BEFORE_MS + COUNT * LIMIT_EACH_MS,
);

/** The schedule comes first and what is wrong last: reports are cut at their beginning. */
const toldOf = ({ failures }: Result): string =>
  [
    ...failures.slice(0, 3).map((told) => failureText(told)),
    ...failures.map(({ seed, violations }) => `✗ seed ${seed}: ${violations.join('; ')}`),
  ].join('\n');

const shortfall = (what: string, timesInAThousand: number): string[] => {
  const due = Math.floor((timesInAThousand * COUNT) / 1_000);
  const met = result.counts[what] ?? 0;
  return met >= due ? [] : [`${what}: ${met} times, ${due} are expected`];
};

describe('the real checkout among scripted neighbours', () => {
  it(`comes to a right end in each of ${COUNT} interleavings`, () => {
    if (result.failures.length > 0) throw new Error(toldOf(result));
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
    'repeats an interleaving step by step from its seed, whichever process runs it and whatever ran before',
    async () => {
      const from = Math.min(COUNT, 40);
      const count = Math.min(COUNT, 25);
      const again = await runBatch({ from, count, processes: 1, mutation: 'none', stopsAtFailure: false });
      expect(again.done).toBe(count);
      for (const [seed, fingerprint] of again.fingerprints)
        expect([seed, fingerprint]).toEqual([seed, result.fingerprints.get(seed) ?? fingerprint]);
      expect(new Set(again.fingerprints.values()).size).toBe(count);
    },
    LIMIT_BEFORE_MS,
  );
});
