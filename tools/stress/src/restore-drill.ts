import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dollars, type Geode, type Hold } from '@geodes/contracts';
import {
  auditUntilClean,
  bodyOf,
  type DemoOrder,
  demoOrder,
  eventually,
  keptCents,
  type OrderReply,
  Owner,
  runTool,
  ShopClient,
  SquareSimulator,
  type StartedShop,
  startShop,
  until,
} from '@geodes/testing';
import { findIncompatibilities } from './fixtures/check-compatibility.js';
import { type Report, RESULTS } from './report.js';
import { untilAccepted } from './until-accepted.js';

/** Square's data is outside the shop, so it survives the loss. */
const SIMULATOR_FOLDER = 'square-simulator';
const ORDERS_BEFORE = 3;
const ORDERS_AFTER = 3;
/** Most orders while the backup runs. */
const MAX_ORDERS_DURING = 20;
const SETTLE_TIMEOUT_MS = 60_000;
const REFUND_TIMEOUT_MS = 10_000;
const PRICE_CENTS = 10_000;
/** More than the shop tries during the backup. */
const REFUSED_REFUNDS = 1_000;

/** Places an order, each time under the same key. Never rejects: silence is a response too. */
type Purchase = () => Promise<OrderReply>;

/** An order whose buyer received 201. */
interface PaidOrder {
  orderId: string;
  orderNumber: string;
  geode: Geode;
}

/**
 * Buys, backs up under load, during a hold and a refund, buys more, also the refunded geode, loses all data and restores it.
 * Orders after the backup must not be lost, and nothing is sold twice.
 */
export const restoreDrill = async (say: (line: string) => void): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'geodes-restored-'));
  try {
    return await loseAndRestore(join(folder, 'data'), join(folder, 'backup'), say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const loseAndRestore = async (dataDir: string, backup: string, say: (line: string) => void): Promise<Report> => {
  const violations: string[] = [];
  const check = (isMet: boolean, violation: string) => void (isMet || violations.push(violation));
  const env = { SEED: 'demo', SEED_COUNT: '2', SEED_VIEWS: '1' };
  const first = await startShop({ dataDir, env, log: join(RESULTS, 'restore-first.log') });
  const { bought, later, returned, unsold, pictures, backupMs } = await trade(first, backup, say).finally(() =>
    first.stop(),
  );

  const file = join(backup, 'databases', 'orders', 'shop_order.copy.gz');
  const { size } = await stat(file);
  await loseEverything(dataDir);
  await appendFile(file, '!');
  const damaged = await tool('restore', dataDir, ['--from', backup]);
  check(damaged.code === 1 && damaged.text.includes('not what was written'), `damage: ${damaged.text}`);
  await truncate(file, size);
  const began = performance.now();
  const done = await tool('restore', dataDir, ['--from', backup]);
  const restoreMs = performance.now() - began;
  check(existsSync(join(backup, 'restored.json')), 'the backup does not note that it was restored');
  check(done.code === 0, `the restore failed: ${done.text}`);
  const again = await tool('restore', dataDir, ['--from', backup]);
  check(again.code === 1 && again.text.includes('--overwrite'), `a shop with data was overwritten: ${again.text}`);
  say(`  restored in ${Math.round(restoreMs)} ms`);

  const second = await startShop({
    dataDir,
    env,
    port: Number(new URL(first.gateways[0]).port),
    simulatorPort: Number(new URL(first.simulator).port),
    log: join(RESULTS, 'restore-second.log'),
  });
  try {
    const opened = performance.now();
    const owner = new Owner(second);
    violations.push(...(await checkSales(second, owner, bought, unsold)));
    const openMs = performance.now() - opened;
    violations.push(...(await checkOrders(second, owner, bought)));
    const isRefunded = async () =>
      (await owner.orders()).some(({ id, status }) => id === returned.orderId && status === 'cancelled');
    check(await until(isRefunded, SETTLE_TIMEOUT_MS), 'the order that was refunded after the backup is not cancelled');
    violations.push(...(await auditUntilClean(second, SETTLE_TIMEOUT_MS)));
    const settledMs = performance.now() - opened;
    check(
      !(await owner.geode(returned.geode.id)).isAvailable,
      `${returned.geode.title} is on sale, though it was sold again`,
    );
    const present = await readPictures(second, [...pictures.keys()]);
    for (const [path, bytes] of pictures)
      check(present.get(path)?.equals(bytes) === true, `the picture ${path} has changed`);
    const lost = (await owner.differences()).filter(({ kind }) => kind === 'unknown-attempt').length;
    check(lost >= later, `the owner sees ${lost} lost orders, ${later} were bought after the backup`);
    violations.push(...(await findIncompatibilities(second)));
    return {
      name: 'restore',
      violations,
      figures: {
        'orders before, during and after the backup': bought.length,
        'bought after the backup': later,
        'lost orders that the owner sees': lost,
        'backup ms': Math.round(backupMs),
        'restore ms': Math.round(restoreMs),
        'checkouts accepted after the start ms': Math.round(openMs),
        'audit clean after the start ms': Math.round(settledMs),
      },
      targets: {},
    };
  } finally {
    await second.stop();
  }
};

const trade = async (shop: StartedShop, backup: string, say: (line: string) => void) => {
  const owner = new Owner(shop);
  const bought: PaidOrder[] = [];
  const geodes: Geode[] = [];
  const pay = async (geode: Geode, purchase: Purchase): Promise<void> => {
    const { status, said, order } = await purchase();
    if (status !== 201 || !order) throw new Error(`a buyer received ${status} ${said}`);
    bought.push({ orderId: order.orderId, orderNumber: order.orderNumber, geode });
  };
  const buy = async (): Promise<void> => {
    const geode = geodes[bought.length];
    if (!geode) throw new Error('there are no more geodes');
    await pay(geode, withoutHold(shop, demoOrder([geode.id])));
  };
  const pictures = await readPictures(shop, await picturePaths(shop));
  for (let count = 1; count <= ORDERS_BEFORE + MAX_ORDERS_DURING + ORDERS_AFTER; count += 1)
    geodes.push(await owner.newGeode({ title: `Geode ${count}`, price: dollars(PRICE_CENTS + count) }));
  for (let count = 0; count < ORDERS_BEFORE; count += 1) await buy();
  const unsold = await owner.newGeode({ title: 'Unsold' });
  const held = await owner.newGeode({ title: 'Held during the backup' });
  const heldPurchase = await withHold(shop, demoOrder([held.id]));
  const simulator = new SquareSimulator(shop.simulator);
  const down = { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' };
  await simulator.fault({ operation: 'refund', ...down, count: REFUSED_REFUNDS });
  const returned = await beginRefund(shop, owner);
  const began = performance.now();
  let isDone = false;
  const backingUp = tool('backup', shop.dataDir, ['--to', backup]).finally(() => (isDone = true));
  for (let count = 0; count < MAX_ORDERS_DURING && !isDone; count += 1) await buy();
  const { code, text } = await backingUp;
  const backupMs = performance.now() - began;
  if (code !== 0) throw new Error(`the backup failed: ${text}`);
  if (!existsSync(join(shop.dataDir, 'last-backup.json'))) throw new Error('the backup left no note');
  say(`  backed up in ${Math.round(backupMs)} ms, ${bought.length - ORDERS_BEFORE} bought during it`);
  for (let count = 0; count < ORDERS_AFTER; count += 1) await buy();
  await pay(held, heldPurchase);
  await simulator.clearFaults();
  await returned.giveBack();
  const isBack = async () => (await owner.geode(returned.geode.id)).isAvailable || undefined;
  await eventually('the refunded geode on sale', isBack, SETTLE_TIMEOUT_MS, 500);
  await pay(returned.geode, withoutHold(shop, demoOrder([returned.geode.id])));
  return { bought, later: ORDERS_AFTER + 2, returned, unsold, pictures, backupMs };
};

/** Sells a geode and begins a refund that puts it on sale again, which Square does not take yet. */
const beginRefund = async (shop: StartedShop, owner: Owner) => {
  const geode = await owner.newGeode({ title: 'Returned after the backup' });
  const { order, said } = await withoutHold(shop, demoOrder([geode.id]))();
  if (!order) throw new Error(`a buyer received ${said}`);
  const { orderId } = order;
  const options = { headers: { 'Idempotency-Key': randomUUID() }, body: { restock: [geode.id] } };
  const giveBack = () => owner.send('POST', `/api/admin/orders/${orderId}/refunds`, options);
  await giveBack();
  return { orderId, geode, giveBack };
};

const withoutHold =
  ({ gateways }: StartedShop, order: DemoOrder): Purchase =>
  () =>
    new ShopClient(gateways).order(order);

/** Throws if the geodes cannot be held. */
const withHold = async ({ gateways }: StartedShop, order: DemoOrder): Promise<Purchase> => {
  const browser = new ShopClient(gateways);
  const hold = bodyOf<Hold>(await browser.hold(order.geodeIds));
  return () => browser.order(order, { hold });
};

/** Runs `npm run backup` or `npm run restore` for the shop in `dataDir`. Returns its exit code and output. */
const tool = async (name: 'backup' | 'restore', dataDir: string, args: string[]) => {
  const { code, stdout, stderr } = await runTool(`start/${name}`, { dataDir }, args);
  return { code, text: stdout + stderr };
};

const loseEverything = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir))
    if (name !== SIMULATOR_FOLDER) await rm(join(dataDir, name), { recursive: true, force: true });
};

/** Each paid order must exist, or be refunded, or appear in the owner's reconciliation differences. */
const checkOrders = async (shop: StartedShop, owner: Owner, bought: PaidOrder[]): Promise<string[]> => {
  let lost: PaidOrder[] = [];
  const areThere = async () => {
    const [orders, differences, ledger] = await Promise.all([
      owner.orders(),
      owner.differences(),
      new SquareSimulator(shop.simulator).payments(),
    ]);
    const texts = differences.map(({ text }) => text).join('\n');
    lost = bought.filter(({ orderId, orderNumber, geode }) => {
      const exists = orders.some(({ id }) => id === orderId);
      const isRefunded = ledger.some((payment) => payment.note?.includes(orderNumber) && keptCents(payment) === 0);
      return !exists && !isRefunded && !(texts.includes(orderNumber) && texts.includes(geode.title));
    });
    return lost.length === 0;
  };
  await until(areThere, SETTLE_TIMEOUT_MS);
  return lost.map(({ orderNumber }) => `order ${orderNumber} is lost, and the owner does not see it`);
};

/**
 * Sold geodes cannot be bought again, unless their order was refunded. Buyers try from the start, with and without a hold.
 * The unsold geode can still be bought.
 */
const checkSales = async (shop: StartedShop, owner: Owner, bought: PaidOrder[], unsold: Geode): Promise<string[]> => {
  const violations: string[] = [];
  const orders = bought.map(({ geode }) => demoOrder([geode.id]));
  const plain = orders.map((order) => withoutHold(shop, order));
  const holding = await Promise.all(orders.map((order) => withHold(shop, order).catch(() => withoutHold(shop, order))));
  const replies = await Promise.all([...plain, ...holding].map((buy) => untilAccepted(buy, SETTLE_TIMEOUT_MS)));
  for (const [index, { orderNumber, geode }] of bought.entries())
    for (const { status } of [replies[index], replies[index + bought.length]].flatMap((reply) => reply ?? []))
      if (status !== 409 && (await staysCaptured(shop, orderNumber)))
        violations.push(`${geode.title} ${status < 300 ? 'is sold twice' : 'is not refused as sold'}: ${status}`);
  await owner.endHolds();
  const { status, said } = await untilAccepted(withoutHold(shop, demoOrder([unsold.id])), SETTLE_TIMEOUT_MS);
  if (status !== 201) violations.push(`the unsold geode cannot be bought: ${status} ${said}`);
  const { isAvailable } = await owner.geode(unsold.id);
  if (isAvailable) violations.push('the geode that was bought after the restore is still on sale');
  return violations;
};

/** True if an order is not refunded in time. Checkouts that the backup interrupted are refunded once they are given up. */
const staysCaptured = async (shop: StartedShop, orderNumber: string): Promise<boolean> => {
  const isRefunded = async () => {
    const payments = await new SquareSimulator(shop.simulator).payments();
    return payments.every((payment) => !payment.note?.includes(orderNumber) || keptCents(payment) === 0);
  };
  return !(await until(isRefunded, REFUND_TIMEOUT_MS));
};

const picturePaths = (shop: StartedShop): Promise<string[]> => {
  const read = async () => {
    const response = await fetch(`${shop.gateways[0]}/api/geodes`);
    const { geodes } = (await response.json()) as { geodes: Geode[] };
    return geodes.length > 1 ? geodes.map(({ imageUrl }) => imageUrl) : undefined;
  };
  return eventually('the demo geodes', read, SETTLE_TIMEOUT_MS, 500);
};

const readPictures = async (shop: StartedShop, paths: string[]): Promise<Map<string, Buffer>> =>
  new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, Buffer]> => {
        const reply = await fetch(shop.gateways[0] + path);
        return [path, Buffer.from(await reply.arrayBuffer())];
      }),
    ),
  );
