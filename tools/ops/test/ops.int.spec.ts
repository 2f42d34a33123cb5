import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { OrderEventList, OrderEventView, QueueState } from '@geodes/contracts';
import { Bus, createLogger } from '@geodes/kit';
import { parsePinHash, verifyPin } from '@geodes/kit/pin';
import {
  endProcess,
  eventually,
  freePort,
  freshDatabase,
  type FakeService,
  fakeService,
  startProgram,
  testServers,
} from '@geodes/testing';
import { startServers } from '@geodes/servers';
import { operate } from '../src/operate.js';

// Payments is fake: it accepts any card. Gateway, media and audit do not run.
const TOOL = fileURLToPath(new URL('../../../tools/entry/tool.mjs', import.meta.url));
const NO_REFUNDS = { refunds: [], differences: [] };
const stops: (() => Promise<unknown>)[] = [];
let natsUrl: string;
let bus: Bus;
let orders: pg.Client;
let payments: FakeService;

beforeAll(async () => {
  const servers = await testServers();
  natsUrl = servers.nats;
  for (const service of ['catalog', 'orders']) {
    const database = await freshDatabase(`ops_${service}`);
    stops.unshift(() => database.drop());
    stops.unshift(await startService(service, { ...servers, database: database.url }));
    if (service === 'orders') orders = new pg.Client({ connectionString: database.url });
  }
  await orders.connect();
  stops.unshift(() => orders.end());
  payments = await fakeService(servers.nats, {
    'payments.reconcile': () => ({ payments: 12, repaired: 1, reported: 0 }),
    'payments.differences': () => ({ checkedAt: null, differences: [] }),
    'payments.authorise': ({ attemptId }) => ({ outcome: 'authorised', squarePaymentId: `square-${attemptId}` }),
    'payments.capture': ({ attemptId }) => ({ outcome: 'captured', squarePaymentId: `square-${attemptId}` }),
    'payments.refunded-since': () => ({ payments: [], last: null }),
    'payments.list-refunds': () => [],
    'payments.export-buyer': ({ orderIds }) => ({
      payments: orderIds.map((orderId) => ({ orderId })),
      ...NO_REFUNDS,
    }),
    'payments.erase-buyer': () => ({}),
  });
  stops.unshift(() => payments.stop());
  bus = new Bus(servers.nats, createLogger('test', 'silent'));
  await bus.onModuleInit();
  stops.unshift(() => bus.onApplicationShutdown());
}, 120_000);
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Starts a built service and waits until it is ready. Returns the function that stops it. */
async function startService(service: string, { nats, redis, database }: Record<'nats' | 'redis' | 'database', string>) {
  const port = await freePort();
  const child = await startProgram(`services/${service}`, port, {
    NAME: service,
    LOG_LEVEL: 'fatal',
    HTTP_PORT: String(port),
    NATS_URL: nats,
    REDIS_URL: redis,
    DATABASE_URL: database,
  });
  return () => endProcess(child);
}

interface CommandResult {
  code: number;
  said: string;
  complained: string;
}

const ops = async (
  args: string[],
  env: NodeJS.ProcessEnv = { NATS_URL: natsUrl },
  typed = '',
): Promise<CommandResult> => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await operate(args, { env, stdin: Readable.from([typed]), stdout, stderr });
  return { code, said: await text(stdout.end()), complained: await text(stderr.end()) };
};

/** Runs the command in a process of its own. */
const npmRunOps = (args: string[], env: NodeJS.ProcessEnv = {}, typed = ''): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [TOOL, 'ops', ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, said, complained) => resolve({ code: child.exitCode ?? -1, said, complained }),
    );
    child.stdin?.end(typed);
  });
const opsJson = async <T>(...args: string[]): Promise<T> => JSON.parse((await ops([...args, '--json'])).said) as T;
const showEvent = (id: string) => opsJson<OrderEventView>('events', 'show', id);

/** An event of an order without a reservation, refused nine times before: catalog refuses it once more. */
const refusedEvent = async (): Promise<{ id: string; orderId: string }> => {
  const [id, orderId] = [randomUUID(), randomUUID()];
  await orders.query(`INSERT INTO outbox (id, type, order_id, failures) VALUES ($1, 'order.paid', $2, 9)`, [
    id,
    orderId,
  ]);
  await eventually('given up', async () => (await bus.call('orders.get-event', { id })).state === 'failed', 20_000);
  return { id, orderId };
};
const newGeode = () =>
  bus.call('catalog.create-geode', {
    title: 'Smoky quartz geode',
    description: 'A round one',
    price: '49.50',
    size: '4 inches',
    location: 'Keokuk, Iowa',
    crystalType: 'Quartz',
    quantity: 1,
    imageUrl: '/objects/stone.webp',
  });
const reserve = async (orderId: string): Promise<void> => {
  const { id: geodeId } = await newGeode();
  await bus.call('catalog.reserve-geodes', { orderId, items: [{ geodeId, quantity: 1 }] });
};

describe('npm run ops', () => {
  it('prints its help without arguments and exits with 0', async () => {
    const { code, said } = await npmRunOps([]);
    expect(code).toBe(0);
    expect(said).toContain('npm run ops -- events drop ID --reason');
  });

  it('reports that the shop is not running, says how to start it, and exits with 2', async () => {
    const natsAway = `nats://geodes:hidden-word@127.0.0.1:${await freePort()}`;
    const away = await npmRunOps(['events'], { NATS_URL: natsAway });
    expect(away.code).toBe(2);
    expect(away.complained).toMatch(/^The shop is not running \(nothing answers at 127\.0\.0\.1:\d+\)\. Start it/);
    expect(away.complained).not.toContain('hidden-word');
    const nowhere = await ops(['events'], { DATA_DIR: '/nowhere' });
    expect(nowhere.code).toBe(2);
    expect(nowhere.complained).toContain('There is no shop in /nowhere');
  });

  it('finds the shop by its DATA_DIR', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'geodes-ops-'));
    const { postgres, redis, s3 } = await testServers();
    const own = await startServers({ dataDir, durable: false }, { postgres, redis, s3 });
    const shop = await fakeService(own.urls.nats, {
      'orders.list-events': () => ({ events: [], counts: { waiting: 0, failed: 0 } }),
    });
    expect((await npmRunOps(['events'], { DATA_DIR: dataDir })).code).toBe(0);
    await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ 'nats.ops': 'of-another-shop' }));
    const { code, complained } = await ops(['events'], { DATA_DIR: dataDir });
    expect([code, complained]).toEqual([2, expect.stringContaining('does not let us in')]);
    await shop.stop();
    await own.stop();
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ['events', 'forget'],
    ['events', 'retry'],
    ['events', 'drop', randomUUID()],
    ['reconcile', '--minutes', '0'],
    ['reconcile', '--minutes', 'all'],
  ])('refuses %s %s with an error message and exits with 2', async (...args) => {
    const { code, said, complained } = await ops(args);
    expect({ code, said }).toEqual({ code: 2, said: '' });
    expect(complained).toMatch(/^error: /);
  });

  it('hashes a piped PIN and refuses anything but nine digits that are hard to guess', async () => {
    const made = await npmRunOps(['pin-hash'], {}, '314159265\n');
    expect(made).toMatchObject({ code: 0, complained: '' });
    expect(await verifyPin('314159265', parsePinHash(made.said.trim()))).toBe(true);
    for (const typed of ['31415926', '3141592653', '31415926a', '']) {
      const refused = await ops(['pin-hash'], {}, typed);
      expect(refused).toEqual({ code: 2, said: '', complained: 'A PIN has exactly 9 digits and nothing else.\n' });
    }
    const weak = await ops(['pin-hash'], {}, '112233445');
    expect(weak).toMatchObject({ code: 2, said: '', complained: expect.stringContaining('among the first') as string });
  });

  it('prints the status of running and missing parts and exits with 1', async () => {
    const [{ code, said }, { isWell, parts }] = await Promise.all([
      ops(['status']),
      opsJson<{ isWell: boolean; parts: { part: string; verdict: string }[] }>('status'),
    ]);
    expect(code).toBe(1);
    expect(said).toMatch(/catalog +│ ok/);
    expect(said).toMatch(/media +│ LOOK │ does not answer/);
    expect(said).toMatch(/audit +│ - +│ AUDIT_URL does not say where it is/);
    expect(said).toMatch(/: look at .*gateway.*media/);
    expect(isWell).toBe(false);
    expect(parts.filter(({ verdict }) => verdict === 'well').map(({ part }) => part)).toEqual(
      expect.arrayContaining(['catalog', 'orders', 'nats', 'postgres', 'redis', 'holds']),
    );
  });

  it('prints the status without NATS and exits with 1', async () => {
    const { code, said } = await ops(['status'], { NATS_URL: `nats://geodes:x@127.0.0.1:${await freePort()}` });
    expect(code).toBe(1);
    expect(said).toMatch(/nats +│ LOOK/);
    expect(said).toContain('not to be asked while NATS is away');
  });

  it('prints queues and outbox', async () => {
    const queues = await opsJson<QueueState[]>('queues');
    expect(queues.map(({ name }) => name)).toEqual(['catalog.order-events', 'orders.letters']);
    expect((await ops(['outbox'])).said).toMatch(/wait/);
  });

  it('reports that no gateway runs to end sessions and exits with 2', async () => {
    const { code, complained } = await ops(['sessions', 'end']);
    expect([code, complained]).toEqual([2, expect.stringContaining('"gateway"')]);
  });

  it('runs a reconciliation with Square and lists the differences', async () => {
    const { code, said } = await ops(['reconcile', '--minutes', '60']);
    expect(code).toBe(0);
    expect(said).toContain('12 payments compared with Square, 1 differences repaired');
    expect(payments.asked).toContainEqual({ subject: 'payments.reconcile', request: { minutes: 60 } });
    expect((await ops(['differences'])).said).toContain('Not compared with Square yet');
  });
});

describe('ops events', () => {
  it('lists an event that was given up, with its last error', async () => {
    const { id, orderId } = await refusedEvent();
    const { code, said } = await ops(['events']);
    expect(code).toBe(0);
    expect(said).toContain(id);
    expect(said).toContain('given up');
    const shown = await ops(['events', 'show', id]);
    expect(shown.said).toContain(`order.paid: order ${orderId} has no reservation`);
    expect(shown.said).toMatch(/refused +10 times, given up at/);
    const { events, counts } = await opsJson<OrderEventList>('events');
    expect(counts.failed).toBeGreaterThan(0);
    expect(events.find((event) => event.id === id)).toMatchObject({ state: 'failed', orderId, failures: 10 });
  });

  it('retries an event: it is refused while the cause remains, and applied after the repair', async () => {
    const { id, orderId } = await refusedEvent();
    const again = await ops(['events', 'retry', id]);
    expect(again).toMatchObject({ code: 1, complained: expect.stringContaining('Refused again: order.paid') });
    expect(await showEvent(id)).toMatchObject({ state: 'failed', failures: 11 });
    await reserve(orderId);
    expect(await ops(['events', 'retry', id])).toMatchObject({ code: 0, said: 'Applied.\n' });
    expect(await showEvent(id)).toMatchObject({ state: 'done' });
    const { code, complained } = await ops(['events', 'retry', id]);
    expect([code, complained]).toEqual([1, expect.stringContaining('there is nothing to retry')]);
  });

  it('retries all failed events together', async () => {
    const given = [await refusedEvent(), await refusedEvent()];
    for (const { orderId } of given) await reserve(orderId);
    expect((await ops(['events', 'retry', '--all'])).said).toMatch(/^Tried again: \d+/);
    await eventually('applied', async () => {
      const states = await Promise.all(given.map(async ({ id }) => (await showEvent(id)).state));
      return states.every((state) => state === 'done');
    });
  });

  it('drops an event: it leaves the list and keeps the operator and the reason', async () => {
    const { id } = await refusedEvent();
    expect((await ops(['events', 'drop', id, '--reason', 'sold by hand'])).code).toBe(0);
    expect((await ops(['events'])).said).not.toContain(id);
    expect((await ops(['events', '--all'])).said).toContain('sold by hand');
    expect(await showEvent(id)).toMatchObject({ state: 'dropped', droppedBy: expect.stringMatching(/.@./) });
    expect((await ops(['events', 'drop', id, '--reason', 'twice'])).code).toBe(1);
  });

  it('reports an unknown event and a malformed id', async () => {
    const unknown = await ops(['events', 'show', randomUUID()]);
    expect(unknown).toMatchObject({ code: 1, complained: 'There is no event with this id.\n' });
    expect(await ops(['events', 'show', 'all'])).toMatchObject({ code: 1, complained: expect.stringContaining('id') });
  });
});

describe('ops letters', () => {
  it('says that letters wait for a mail server, and retries all or one', async () => {
    await orders.query(
      `INSERT INTO letter (id, kind, subject_id, state) VALUES (gen_random_uuid(), 'order-paid', $1, 'off')`,
      [randomUUID()],
    );
    const listed = await ops(['letters']);
    expect([listed.code, listed.said]).toEqual([
      0,
      expect.stringMatching(/written without a mail server\. No mail server/),
    ]);
    expect((await ops(['letters', 'retry', '--all'])).said).toMatch(/^Tried again: [1-9]/);
    expect(await ops(['letters', 'retry', randomUUID()])).toMatchObject({
      code: 1,
      complained: expect.stringContaining('There is no letter with this id.') as string,
    });
    expect((await ops(['letters', 'retry'])).code).toBe(2);
  });
});

describe('ops privacy', () => {
  const email = 'sam@example.com';
  const buyerDetails = {
    email,
    firstName: 'Sam',
    lastName: 'Hill',
    address: '1 Main',
    city: 'K',
    state: 'IA',
    zipCode: '5',
  };
  const placeOrder = async (): Promise<string> => {
    const { id: geodeId } = await newGeode();
    const [key, orderId] = [randomUUID(), randomUUID()];
    const items = [{ geodeId, quantity: 1 }];
    const command = { key, orderId, items, paymentToken: 'cnon:card-nonce-ok', buyerDetails, waitMs: 4_000 };
    expect(await bus.call('orders.checkout', command, { timeoutMs: 15_000 })).toMatchObject({ outcome: 'paid' });
    return orderId;
  };

  it('exports all data about a buyer into a new file with mode 600', async () => {
    const orderId = await placeOrder();
    const folder = await mkdtemp(join(tmpdir(), 'geodes-ops-'));
    const to = join(folder, 'sam.json');
    const { code, said } = await ops(['privacy', 'export', '--email', email, '--to', to]);
    expect([code, said]).toEqual([0, expect.stringContaining('1 orders, 1 checkouts and 1 payments')]);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    const exported = JSON.parse(await readFile(to, 'utf8')) as {
      orders: { orders: object[] };
      payments: { payments: object[] };
    };
    expect(exported.orders.orders).toEqual([expect.objectContaining({ id: orderId, lastName: 'Hill' })]);
    expect(exported.payments.payments).toEqual([{ orderId }]);
    const again = await ops(['privacy', 'export', '--email', email, '--to', to]);
    expect([again.code, again.complained]).toEqual([2, expect.stringContaining('is there already')]);
    await rm(folder, { recursive: true });
  });

  it('erases a buyer only after the order was delivered, and says so before', async () => {
    const refused = await ops(['privacy', 'erase', '--email', email]);
    expect(refused).toMatchObject({ code: 1, complained: expect.stringContaining('is awaiting shipment') });
    const { orders: kept } = await bus.call('orders.list', { archived: false, page: 1, limit: 10, search: email });
    for (const { id } of kept) await bus.call('orders.set-status', { id, status: 'delivered' });
    const erased = await ops(['privacy', 'erase', '--email', email]);
    expect(erased).toMatchObject({ code: 0, said: expect.stringContaining("nobody's now") });
    expect((await ops(['privacy', 'erase', '--email', email])).said).toBe('Nothing is kept of this address.\n');
    expect((await ops(['privacy', 'erase', '--email', 'no address'])).code).toBe(1);
  });
});
