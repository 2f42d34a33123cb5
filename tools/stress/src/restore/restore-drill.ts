import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode } from '@geodes/contracts';
import {
  auditUntilClean,
  demoOrder,
  keptCents,
  type OrderReply,
  Owner,
  runTool,
  SquareSimulator,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { Crowd, type Order } from '../crowd.js';
import { notUnderstood } from '../fixtures/check-compatibility.js';
import { type Report, RESULTS } from '../report.js';

/** What Square has done is no part of the shop: its books stay when the shop's are lost. */
const OUTSIDE = 'square-simulator';
const BEFORE = 3;
const AFTER = 3;
/** While the backup runs one stone is bought after the other, so many at most. */
const MEANWHILE = 20;
const SETTLE_TIMEOUT_MS = 60_000;
const REFUND_TIMEOUT_MS = 10_000;
const BUYERS = 8;
const TRY_RETRY_DELAY_MS = 300;
const PRICE_CENTS = 10_000;

/** An order that its buyer was told is paid. */
interface Bought {
  orderId: string;
  orderNumber: string;
  stone: Geode;
}

/**
 * Buys, backs up under load and while a buyer holds a stone, buys more, loses everything, restores: what was bought after the
 * backup must not be lost.
 */
export const restoreDrill = async ({ scale }: { scale: string }, say: (line: string) => void): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'geodes-restored-'));
  try {
    return await loseAndRestore(join(folder, 'data'), join(folder, 'backup'), scale, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const loseAndRestore = async (
  dataDir: string,
  backup: string,
  scale: string,
  say: (line: string) => void,
): Promise<Report> => {
  const violations: string[] = [];
  const expectThat = (holds: boolean, otherwise: string) => void (holds || violations.push(otherwise));
  const env = { SEED: 'demo', SEED_COUNT: '2', SEED_VIEWS: '1' };
  const first = await startShop({ scale, dataDir, env, log: join(RESULTS, 'restore-first.log') });
  const { bought, later, unsold, pictures, backupMs } = await (async () => {
    try {
      return await trade(first, backup, say);
    } finally {
      await first.stop();
    }
  })();

  const fact = join(backup, 'databases', 'orders', 'shop_order.copy.gz');
  const { size } = await stat(fact);
  await loseEverything(dataDir);
  await appendFile(fact, '!');
  const damaged = await tool('restore', dataDir, ['--from', backup]);
  expectThat(damaged.code === 1 && damaged.text.includes('not what was written'), `damage: ${damaged.text}`);
  await truncate(fact, size);
  const began = performance.now();
  const done = await tool('restore', dataDir, ['--from', backup]);
  const restoreMs = performance.now() - began;
  expectThat(done.code === 0, `the restore failed: ${done.text}`);
  const again = await tool('restore', dataDir, ['--from', backup]);
  expectThat(again.code === 1 && again.text.includes('--overwrite'), `a shop with data was overwritten: ${again.text}`);
  say(`  restored in ${Math.round(restoreMs)} ms`);

  const second = await startShop({
    scale,
    dataDir,
    env,
    port: Number(new URL(first.gateways[0]).port),
    simulatorPort: Number(new URL(first.simulator).port),
    log: join(RESULTS, 'restore-second.log'),
  });
  try {
    const opened = performance.now();
    const owner = new Owner(second);
    violations.push(...(await judgeShelf(second, owner, bought, unsold)));
    const openMs = performance.now() - opened;
    violations.push(...(await judgeOrders(second, owner, bought)));
    violations.push(...(await auditUntilClean(second, SETTLE_TIMEOUT_MS)));
    const settledMs = performance.now() - opened;
    const present = await readPictures(second, [...pictures.keys()]);
    for (const [path, bytes] of pictures)
      expectThat(present.get(path)?.equals(bytes) === true, `the picture ${path} is not what it was`);
    const lost = (await owner.differences()).filter(({ kind }) => kind === 'unknown-attempt').length;
    expectThat(lost >= later, `${lost} lost orders were told to the owner, ${later} were bought after the backup`);
    violations.push(...(await notUnderstood(second)));
    return {
      name: 'restore',
      violations,
      figures: {
        'orders before, while and after': bought.length,
        'bought after the backup': later,
        'told to the owner': lost,
        'backup ms': Math.round(backupMs),
        'restore ms': Math.round(restoreMs),
        'checkouts taken after the start ms': Math.round(openMs),
        'books agree after the start ms': Math.round(settledMs),
      },
      targets: {},
    };
  } finally {
    await second.stop();
  }
};

const trade = async (shop: StartedShop, backup: string, say: (line: string) => void) => {
  const owner = new Owner(shop);
  const crowd = new Crowd(shop.gateways, 1);
  const bought: Bought[] = [];
  const stones: Geode[] = [];
  const pay = async (stone: Geode, order: Order): Promise<void> => {
    const [answer] = await crowd.letGo([order]);
    if (answer?.status !== 201 || !answer.order) throw new Error(`a buyer was told ${answer?.status} ${answer?.said}`);
    const { orderId, orderNumber } = answer.order;
    bought.push({ orderId, orderNumber, stone });
  };
  const buy = async (): Promise<void> => {
    const stone = stones[bought.length];
    if (!stone) throw new Error('there are no more stones');
    await pay(stone, demoOrder([stone.id]));
  };
  try {
    const pictures = await readPictures(shop, await picturePaths(shop));
    for (let count = 1; count <= BEFORE + MEANWHILE + AFTER; count += 1)
      stones.push(await owner.newGeode({ title: `Stone ${count}`, price: dollars(PRICE_CENTS + count) }));
    for (let count = 0; count < BEFORE; count += 1) await buy();
    const unsold = await owner.newGeode({ title: 'Nobody bought this one' });
    const held = await owner.newGeode({ title: 'Held while the backup was made' });
    const heldOrder = await crowd.hold(demoOrder([held.id]));
    const began = performance.now();
    let isDone = false;
    const backingUp = tool('backup', shop.dataDir, ['--to', backup]).finally(() => (isDone = true));
    for (let count = 0; count < MEANWHILE && !isDone; count += 1) await buy();
    const { code, text } = await backingUp;
    const backupMs = performance.now() - began;
    if (code !== 0) throw new Error(`the backup failed: ${text}`);
    say(`  backed up in ${Math.round(backupMs)} ms, ${bought.length - BEFORE} bought meanwhile`);
    for (let count = 0; count < AFTER; count += 1) await buy();
    await pay(held, heldOrder);
    return { bought, later: AFTER + 1, unsold, pictures, backupMs };
  } finally {
    crowd.close();
  }
};

/** `npm run backup` or `npm run restore` for the shop in `dataDir`, and all that it wrote. */
const tool = async (name: 'backup' | 'restore', dataDir: string, args: string[]) => {
  const { code, stdout, stderr } = await runTool(`start/${name}`, { dataDir }, args);
  return { code, text: stdout + stderr };
};

const loseEverything = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir))
    if (name !== OUTSIDE) await rm(join(dataDir, name), { recursive: true, force: true });
};

/** Each order that a buyer was told of is there, or its money went back, or the owner is told of its payment. */
const judgeOrders = async (shop: StartedShop, owner: Owner, bought: Bought[]): Promise<string[]> => {
  const end = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const [orders, differences, ledger] = await Promise.all([
      owner.orders(),
      owner.differences(),
      new SquareSimulator(shop.simulator).payments(),
    ]);
    const told = differences.map(({ text }) => text).join('\n');
    const lost = bought.filter(({ orderId, orderNumber, stone }) => {
      const isThere = orders.some(({ id }) => id === orderId);
      const wasGivenBack = ledger.some((payment) => payment.note?.includes(orderNumber) && keptCents(payment) === 0);
      return !isThere && !wasGivenBack && !(told.includes(orderNumber) && told.includes(stone.title));
    });
    if (lost.length === 0) return [];
    if (performance.now() > end)
      return lost.map(({ orderNumber }) => `order ${orderNumber} is lost and nobody is told`);
    await sleep(500);
  }
};

/**
 * What was bought cannot be bought again, unless its money went back, by buyers who try from the first moment on, also with a
 * hold; what nobody bought still can.
 */
const judgeShelf = async (shop: StartedShop, owner: Owner, bought: Bought[], unsold: Geode): Promise<string[]> => {
  const crowd = new Crowd(shop.gateways, BUYERS);
  try {
    const violations: string[] = [];
    const plain = bought.map(({ stone }) => demoOrder([stone.id]));
    const orders = await Promise.all(plain.map((order) => crowd.hold(order).catch(() => order)));
    const answers = await untilTaken(crowd, [...plain, ...orders]);
    for (const [index, { orderNumber, stone }] of bought.entries())
      for (const { status } of [answers[index], answers[index + bought.length]].flatMap((answer) => answer ?? []))
        if (status !== 409 && (await staysKept(shop, orderNumber)))
          violations.push(`${stone.title} ${status < 300 ? 'is sold twice' : 'is not refused as sold'}: ${status}`);
    await owner.endHolds();
    const [answer] = await untilTaken(crowd, [demoOrder([unsold.id])]);
    if (answer?.status !== 201)
      violations.push(`what nobody bought cannot be bought: ${answer?.status} ${answer?.said}`);
    const seen = await owner.geode(unsold.id);
    if (seen.isAvailable) violations.push('the stone that was bought after the restore is still on sale');
    return violations;
  } finally {
    crowd.close();
  }
};

/** The last answer to each order, which is sent again while no checkout is taken. */
const untilTaken = async (crowd: Crowd, orders: Order[]): Promise<OrderReply[]> => {
  const end = performance.now() + SETTLE_TIMEOUT_MS;
  return Promise.all(
    orders.map(async (order) => {
      for (;;) {
        const [answer] = await crowd.letGo([order]);
        if (!answer) throw new Error('an order without an answer');
        if (answer.status !== 503 || performance.now() > end) return answer;
        await sleep(TRY_RETRY_DELAY_MS);
      }
    }),
  );
};

/** What the backup had half done is given back when its checkout is given up, and Square takes a while to do it. */
const staysKept = async (shop: StartedShop, orderNumber: string): Promise<boolean> => {
  const end = performance.now() + REFUND_TIMEOUT_MS;
  for (;;) {
    const payments = (await new SquareSimulator(shop.simulator).payments()).filter(({ note }) =>
      note?.includes(orderNumber),
    );
    if (payments.every((payment) => keptCents(payment) === 0)) return false;
    if (performance.now() > end) return true;
    await sleep(500);
  }
};

const picturePaths = async (shop: StartedShop): Promise<string[]> => {
  const end = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const reply = await fetch(`${shop.gateways[0]}/api/geodes`);
    const { geodes } = (await reply.json()) as { geodes: Geode[] };
    if (geodes.length > 1) return geodes.map(({ imageUrl }) => imageUrl);
    if (performance.now() > end) throw new Error('the demo stones did not come');
    await sleep(500);
  }
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
