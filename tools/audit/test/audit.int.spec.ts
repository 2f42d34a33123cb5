import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { SquareClient } from 'square';
import { endProcess, eventually, freePort, programFile, startSimulator } from '@geodes/testing';
import { check, formatReport } from '../src/check.js';
import type { DataSources } from '../src/config.js';
import { ALL_KINDS } from '../src/invariants/violation.js';
import { type Corruption, corruptions } from './corruptions.js';
import { query, type ServiceName, type SoundShop, type Story, useShop } from './sound-shop.js';

const NO_SETTLE_TIME = { settleMs: 0, days: 30 };

let shop: SoundShop;
/** Square's simulator with the unchanged ledger. */
let untouched: Awaited<ReturnType<typeof startSimulator>>;

beforeAll(async () => {
  shop = await useShop();
  untouched = await startSimulator(shop.ledgerFolder);
}, 180_000);
afterAll(async () => {
  if (untouched) await endProcess(untouched.child);
  await shop?.remove();
});

type Change = Pick<Corruption, 'sql' | 'atSquare'>;

/** Copies what the change touches, applies it and runs `look` with the copy's simulator. */
async function onCopy<T>({ sql = {}, atSquare }: Change, look: (places: DataSources) => Promise<T>): Promise<T> {
  const copy = await shop.copy(...(Object.keys(sql) as ServiceName[]));
  try {
    for (const [service, statements] of Object.entries(sql))
      await query(copy.owners[service as ServiceName], statements);
    const simulator = atSquare ? await startSimulator(copy.ledgerFolder) : untouched;
    try {
      await atSquare?.(new SquareClient({ token: 'test', baseUrl: simulator.url }));
      return await look(copy.places(simulator.url));
    } finally {
      if (atSquare) await endProcess(simulator.child);
    }
  } finally {
    await copy.remove();
  }
}

const named = (kind: string): Corruption => {
  const corruption = corruptions(shop.story).find((one) => one.kind === kind);
  if (!corruption) throw new Error(`no corruption makes ${kind}`);
  return corruption;
};

describe('check', () => {
  it('finds nothing wrong after purchases, a decline, a cancelled order and an archived one', async () => {
    const report = await onCopy({}, (places) => check(places, NO_SETTLE_TIME));
    expect(report.violations).toEqual([]);
    expect(report).not.toHaveProperty('squareFailure');
    expect(report.read).toEqual({
      orders: 4,
      checkouts: 5,
      geodes: 7,
      reservations: 6,
      events: 4,
      payments: 5,
      'payments at Square': 4,
    });
  });

  it.each(corruptions({} as Story).map(({ what, kind }) => [what, kind]))('finds %s: %s', async (_what, kind) => {
    const { violations } = await onCopy(named(kind), (places) => check(places, NO_SETTLE_TIME));
    expect(violations.map((violation) => violation.kind)).toEqual([kind]);
  });

  it('skips checkouts that were refused long ago, except those with an order', async () => {
    const old = `UPDATE checkout_attempt SET updated_at = now() - interval '25 hours' WHERE state = 'refused'`;
    const report = await onCopy({ sql: { orders: old } }, (places) => check(places, NO_SETTLE_TIME));
    expect(report.violations).toEqual([]);
    expect(report.read).toMatchObject({ orders: 4, checkouts: 4 });
  });

  const setArchivedEvent = (values: string): Change => ({
    sql: {
      orders: `UPDATE outbox SET done_at = NULL, created_at = now() - interval '1 hour', ${values}
                WHERE order_id = '${shop.story.anna}' AND type = 'order.archived'`,
      catalog: `DELETE FROM handled_fact WHERE type = 'order.archived'`,
    },
  });

  it('counts a failed event as waiting for the operator, not as a violation', async () => {
    const failed = `failed_at = now(), failures = 10, last_error = 'refused', last_failed_at = now()`;
    const report = await onCopy(setArchivedEvent(failed), (places) => check(places, NO_SETTLE_TIME));
    expect(report).toMatchObject({ violations: [], factsFailed: 1 });
    expect(formatReport(report).join('\n')).toContain('1 order event waits for the operator');
  });

  it('treats a dropped event as done', async () => {
    const dropped = `dropped_at = now(), dropped_by = 'demo', dropped_reason = 'noted by hand'`;
    const report = await onCopy(setArchivedEvent(dropped), (places) => check(places, NO_SETTLE_TIME));
    expect(report).toMatchObject({ violations: [], factsFailed: 0 });
  });

  it('treats recent changes as in flight', async () => {
    const report = await onCopy(named('payment-without-order'), (places) =>
      check(places, { settleMs: 120_000, days: 30 }),
    );
    expect(report.violations).toEqual([]);
    expect(report.inFlight).toBeGreaterThan(0);
  });

  it('checks the databases without Square and reports its failure', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const report = await onCopy(named('order-total-wrong'), ({ databases, square }) =>
      check({ databases, square: { ...square, baseUrl } }, NO_SETTLE_TIME),
    );
    expect(report.squareFailure).toContain("Square's ledger cannot be read");
    expect(report.violations.map(({ kind }) => kind)).toEqual(['order-total-wrong']);
  });
});

const environment = ({ databases, square }: DataSources) => ({
  PATH: process.env.PATH,
  CATALOG_DATABASE_URL: databases.catalog,
  ORDERS_DATABASE_URL: databases.orders,
  PAYMENTS_DATABASE_URL: databases.payments,
  SQUARE_BASE_URL: square.baseUrl,
});

const run = (args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; said: string; complained: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [programFile('tools/audit'), ...args], { env }, (_, said, complained) =>
      resolve({ code: child.exitCode ?? -1, said, complained }),
    );
  });

describe('npm run audit', () => {
  it('exits with 0 without violations', async () => {
    const { code, said } = await onCopy({}, (places) => run(['--settle', '0'], environment(places)));
    expect(said).toContain(`✓ No violation of ${ALL_KINDS.length} kinds.`);
    expect(code).toBe(0);
  });

  it('exits with 1 and lists each violation with ids and no personal data', async () => {
    const look = (places: DataSources) =>
      Promise.all([run(['--settle', '0'], environment(places)), check(places, NO_SETTLE_TIME)]);
    const [{ code, said }, report] = await onCopy(named('discount-taken-twice'), look);
    expect(code).toBe(1);
    expect(said).toContain('one address took the first-order discount in 2 orders');
    expect(said).toContain(shop.story.ben);
    expect(report).toMatchObject({ counts: { 'discount-taken-twice': 1, 'fact-lost': 0 } });
    expect(said + JSON.stringify(report)).not.toMatch(/@|example\.com|Keokuk|Buyer/);
  });

  it('exits with 2 when a database cannot be read and names it without its password', async () => {
    const env = { PATH: process.env.PATH, ...databaseUrls('postgres://role:hidden-word@127.0.0.1:1/none') };
    const { code, complained } = await run([], env);
    expect(code).toBe(2);
    expect(complained).toContain('the records of');
    expect(complained).not.toContain('hidden-word');
  });
});

const databaseUrls = (url: string) => ({
  CATALOG_DATABASE_URL: url,
  ORDERS_DATABASE_URL: url,
  PAYMENTS_DATABASE_URL: url,
});

describe('the continuous audit', () => {
  /** Also returns the metrics before the first check. */
  const startAudit = async (env: NodeJS.ProcessEnv) => {
    const port = String(await freePort());
    const args = [programFile('tools/audit'), '--settle', '0'];
    const child: ChildProcess = spawn(process.execPath, args, {
      env: { ...env, AUDIT_WATCH: 'on', HTTP_PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stops.push(() => endProcess(child));
    let said = '';
    child.stdout!.on('data', (data: Buffer) => (said += data.toString()));
    const url = `http://127.0.0.1:${port}`;
    await eventually('the audit answers', async () => (await fetch(`${url}/health/live`)).ok);
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    return { child, url, metrics, first: await metrics(), said: () => said };
  };
  type Audit = Awaited<ReturnType<typeof startAudit>>;

  const stops: (() => Promise<void>)[] = [];
  let complete: Audit;
  let withoutSquare: Audit;
  let withoutDatabases: Audit;
  // at once, because each waits for ten seconds before its first check
  beforeAll(async () => {
    const copy = await shop.copy('orders');
    stops.push(() => copy.remove());
    await query(copy.owners.orders, named('order-total-wrong').sql!.orders!);
    const env = environment(copy.places(untouched.url));
    const nowhere = databaseUrls('postgres://role:word@127.0.0.1:1/none');
    [complete, withoutSquare, withoutDatabases] = await Promise.all([
      startAudit(env),
      startAudit({ ...env, SQUARE_BASE_URL: 'http://127.0.0.1:1' }),
      startAudit({ PATH: process.env.PATH, ...nowhere }),
    ]);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const untilChecked = ({ metrics }: Audit) =>
    eventually('a check', async () => {
      const text = await metrics();
      return text.includes('shop_invariant_violations{kind="order-total-wrong"} 1') && text;
    });

  it('exports every kind, logs each violation once, and stops on SIGTERM', async () => {
    for (const kind of ALL_KINDS) expect(complete.first).toContain(`shop_invariant_violations{kind="${kind}"} 0`);
    const text = await untilChecked(complete);
    expect(text).toMatch(/shop_audit_last_run_timestamp_seconds 1\d{9}/);
    expect(text).toMatch(/shop_audit_seconds \d/);
    expect((await fetch(`${complete.url}/health/ready`)).status).toBe(200);
    const lines = complete.said().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 'error', kind: 'order-total-wrong', order: shop.story.annaAgain }),
    );
    await endProcess(complete.child);
    expect(complete.child.exitCode).toBe(0);
  });

  it('exports what the databases show while Square is unreachable', async () => {
    const text = await untilChecked(withoutSquare);
    expect(text).toContain('shop_audit_failures_total{missing="square"} 1');
    expect(text).toContain('shop_audit_last_run_timestamp_seconds 0');
  });

  it('is not ready while the databases cannot be read', async () => {
    const reply = await eventually('a failed check', async () => {
      const answer = await fetch(`${withoutDatabases.url}/health/ready`);
      return answer.status === 503 && (await answer.json());
    });
    expect(reply).toEqual({ status: 'unavailable', failing: ['databases'] });
  });
});
