import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SquareClient } from 'square';
import type { CheckoutOutcome } from '@geodes/contracts';
import { Bus, createLogger } from '@geodes/kit';
import {
  demoBuyer,
  demoGeode,
  endProcess,
  eventually,
  freePort,
  freshDatabase,
  onDatabase,
  SquareSimulator,
  startProgram,
  startSimulator,
  testServers,
} from '@geodes/testing';
import type { DataSources } from '../src/config.js';

const SERVICES = ['catalog', 'orders', 'payments'] as const;
export type ServiceName = (typeof SERVICES)[number];
const ROLE = 'test_audit';

/** Ids of the orders in the shop. */
export interface Story {
  /** Anna's first order: one geode, with the discount. Shipped and archived. */
  anna: string;
  /** Anna's second order: two geodes, no discount. */
  annaAgain: string;
  /** Ben's first order, with the discount. */
  ben: string;
  /** The card was declined: a refused checkout, no order. */
  declined: string;
  /** A geode that is still on sale. */
  unsold: string;
}

/** A stopped shop with a few orders. Tests corrupt copies of its databases and ledger. */
export type SoundShop = Awaited<ReturnType<typeof useShop>>;

/** Starts three services and the simulator on fresh databases, places a few orders and stops all processes. */
export async function useShop() {
  const servers = await testServers();
  const databases = await Promise.all(
    SERVICES.map(async (service) => [service, await freshDatabase(`audit_${service}`)] as const),
  );
  const owners = Object.fromEntries(databases.map(([service, { url }]) => [service, url])) as Record<
    ServiceName,
    string
  >;
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'geodes-audit-'));
  const simulator = await startSimulator(ledgerFolder);
  const services = await Promise.all(
    SERVICES.map(async (service) => {
      const port = await freePort();
      return startProgram(`services/${service}`, port, {
        NAME: service,
        HTTP_PORT: String(port),
        NATS_URL: servers.nats,
        REDIS_URL: servers.redis,
        DATABASE_URL: owners[service],
        SQUARE_ENVIRONMENT: 'simulator',
        SQUARE_BASE_URL: simulator.url,
        SQUARE_LOCATION_ID: 'LSIM000000001',
        PUBLIC_URL: 'http://localhost:8080',
      });
    }),
  );
  const bus = new Bus(servers.nats, createLogger('test', 'silent'));
  let story: Story;
  try {
    await bus.onModuleInit();
    story = await placeOrders(bus, simulator.url);
    await waitUntilSettled(owners.orders);
  } finally {
    await bus.onApplicationShutdown();
    await Promise.all([...services, simulator.child].map((child) => endProcess(child)));
  }
  await grantReadAccess(owners);
  return {
    story,
    /** Where the simulator kept its ledger. */
    ledgerFolder,
    /** Copies the databases of these services; the copy shares the others, which it must not change. */
    copy: (...services: ServiceName[]) => copyShop(owners, services, ledgerFolder),
    remove: async () => {
      await Promise.all(databases.map(([, database]) => database.drop()));
      await rm(ledgerFolder, { recursive: true, force: true });
    },
  };
}

/** Waits until every checkout has ended and every event is applied. */
async function waitUntilSettled(orders: string): Promise<void> {
  const unfinished = `SELECT order_id, type AS what FROM outbox WHERE done_at IS NULL UNION ALL
    SELECT order_id, state FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')`;
  let left: unknown[] = [];
  await eventually('every event applied', async () => (left = await query(orders, unfinished)).length === 0).catch(
    (error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(left)}`);
    },
  );
}

async function placeOrders(bus: Bus, squareUrl: string): Promise<Story> {
  const listed = await Promise.all(Array.from({ length: 7 }, (_, index) => newGeode(bus, index)));
  const buy = (email: string, geodeIds: string[], token = 'cnon:card-nonce-ok') => {
    const orderId = randomUUID();
    const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
    const command = {
      key: randomUUID(),
      orderId,
      items,
      paymentToken: token,
      buyerDetails: demoBuyer(email),
      waitMs: 10_000,
    };
    return bus.call('orders.checkout', command, { timeoutMs: 20_000 }).then((outcome) => ({ orderId, outcome }));
  };
  const [s0 = '', s1 = '', s2 = '', s3 = '', s4 = '', s5 = '', unsold = ''] = listed;
  // Square cancels the authorisation before the capture: the order is cancelled, nothing is charged
  const [cancelled] = await Promise.all([buy('dora@example.com', [s5]), cancelNextAuthorisation(squareUrl)]);
  const anna = await buy('anna@example.com', [s0]);
  const annaAgain = await buy('anna@example.com', [s1, s2]);
  const ben = await buy('ben@example.com', [s3]);
  const declined = await buy('carla@example.com', [s4], 'cnon:card-nonce-declined');
  expectOutcomes([anna, annaAgain, ben, declined, cancelled].map(({ outcome }) => outcome));
  await bus.call('orders.set-status', { id: anna.orderId, status: 'shipped' });
  await bus.call('orders.archive', { id: anna.orderId });
  return {
    anna: anna.orderId,
    annaAgain: annaAgain.orderId,
    ben: ben.orderId,
    declined: declined.orderId,
    unsold,
  };
}

/** Delays the next capture and cancels the authorisation meanwhile. */
async function cancelNextAuthorisation(squareUrl: string): Promise<void> {
  await new SquareSimulator(squareUrl).fault({ operation: 'complete', kind: 'slow', delayMs: 3_000 });
  const square = new SquareClient({ token: 'test', baseUrl: squareUrl });
  const payment = await eventually('an authorisation', async () => (await square.payments.list()).data[0]);
  await square.payments.cancel({ paymentId: payment?.id ?? '' });
}

function expectOutcomes(outcomes: CheckoutOutcome[]): void {
  const seen = outcomes.map(({ outcome }) => outcome).join(' ');
  if (seen !== 'paid paid paid refused refused') throw new Error(`the purchases ended ${seen}`);
}

async function newGeode(bus: Bus, index: number): Promise<string> {
  const { id } = await bus.call('catalog.create-geode', demoGeode({ title: `Stone ${index}`, price: '129.05' }));
  return id;
}

/** Creates a read-only role, as tools/start does. */
async function grantReadAccess(owners: Record<ServiceName, string>): Promise<void> {
  const { postgres } = await testServers();
  const known = await query(postgres, `SELECT FROM pg_roles WHERE rolname = '${ROLE}'`);
  if (known.length === 0) await query(postgres, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`);
  for (const url of Object.values(owners)) await query(url, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
}

async function copyShop(owners: Record<ServiceName, string>, services: ServiceName[], ledgerFolder: string) {
  const { postgres } = await testServers();
  const own = { ...owners };
  const mark = randomUUID().slice(0, 8);
  for (const service of services) {
    const url = new URL(owners[service]);
    const source = url.pathname.slice(1);
    url.pathname = `/${source}_${mark}`;
    await query(postgres, `CREATE DATABASE "${source}_${mark}" TEMPLATE "${source}" OWNER "${url.username}"`);
    own[service] = url.href;
  }
  const folder = await mkdtemp(join(tmpdir(), 'geodes-audit-'));
  await cp(ledgerFolder, folder, { recursive: true });
  const asReader = (url: string) => Object.assign(new URL(url), { username: ROLE, password: ROLE }).href;
  return {
    owners: own,
    ledgerFolder: folder,
    /** The audit's configuration when the simulator runs at `squareUrl`; it reads with a read-only role. */
    places: (squareUrl: string): DataSources => ({
      databases: {
        catalog: asReader(own.catalog),
        orders: asReader(own.orders),
        payments: asReader(own.payments),
      },
      square: { environment: 'simulator', token: 'test', baseUrl: squareUrl, locationId: 'LSIM000000001' },
    }),
    remove: async () => {
      for (const service of services)
        await query(postgres, `DROP DATABASE IF EXISTS "${new URL(own[service]).pathname.slice(1)}" WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL; several statements are one transaction. Returns the rows of a single statement. */
export const query = (url: string, sql: string): Promise<Record<string, unknown>[]> =>
  onDatabase(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
