import { loadavg } from 'node:os';
import { Owner } from '@geodes/testing';
import { inWorkspace } from '../workspace.js';
import { ComposedShop, docker } from './engine.js';
import { buyGeode, geodeOnSale } from './purchase.js';

/**
 * Builds the images, starts docker-compose.yml as a stranger would, buys a stone over HTTP, runs more of it and buys again.
 * Exit code 0: all of it works. Belongs to `npm run test:full`; needs a container engine and the ports of the demo.
 */
const SERVICES = ['gateway', 'catalog', 'orders', 'payments', 'media', 'audit', 'object-store', 'square-simulator'];
const MORE = { gateway: 2, catalog: 2, orders: 3, payments: 2, media: 2 };
/** Aimed at on a quiet machine is 90 s; this much only says that it does not come. */
const FIRST_ORDER_MS = 300_000;
/** Ends with another code than 0 where it finds a violation, or Square's books cannot be read. */
const AUDIT = ['tools/start/dist/containers/launch.js', 'tools/audit/dist/main.js'];
const shop = new ComposedShop(inWorkspace('docker-compose.yml'), {
  SHOP_VERSION: 'check',
  SEED_COUNT: '6',
  SEED_VIEWS: '2',
  LOG_LEVEL: 'info',
});
const began = performance.now();
let exitCode = 1;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void shop.remove().finally(() => process.exit(1)));

try {
  await check();
  exitCode = 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(await shop.logs().then((logs) => logs.slice(-12_000), String));
} finally {
  await shop.remove().catch((error: unknown) => console.error(String(error)));
}
process.exit(exitCode);

async function check(): Promise<void> {
  await shop.prepare();
  say(`engine ${(await docker(['version', '--format', '{{.Server.Version}}'])).trim()}, ${networks()}, load ${load()}`);
  await step('the images are built', () => shop.build());
  await sizes();

  const upAt = performance.now();
  await step('docker compose up', () => shop.up());
  const [gateway = ''] = await shop.gateways(1);
  const stone = await geodeOnSale(gateway, FIRST_ORDER_MS);
  const order = await buyGeode(gateway, stone);
  const firstOrder = performance.now() - upAt;
  say(
    `the first order, ${order.orderNumber} over $${order.total}, is paid ${seconds(firstOrder)} after up (aim 90 s), load ${load()}`,
  );

  await step('the PIN of the gateway’s log opens the panel', () => signIn(gateway));
  for (const service of SERVICES) await refusesToBeWritten(service);
  say(`${SERVICES.length} services run as an ordinary user on a root that cannot be written`);

  await step('three orders, and two of each other', () => shop.scale(MORE));
  for (const each of await shop.gateways(2)) {
    const { total } = await buyGeode(each, await geodeOnSale(each, 60_000));
    say(`${each} sells a stone for $${total}`);
  }
  await shop.exec('audit', 'env', 'AUDIT_WATCH=off', 'node', ...AUDIT);
  say('the audit finds no violation');
}

async function signIn(gateway: string): Promise<void> {
  const adminPin = /Admin PIN (\d{9})/.exec(await shop.logs('gateway'))?.[1];
  const owner = new Owner({ gateways: [gateway], adminPin: adminPin ?? '', origin: 'http://localhost:8080' });
  const { status } = await owner.logIn();
  if (status !== 200) throw new Error(`The PIN of the log was answered ${status}.`);
}

async function refusesToBeWritten(service: string): Promise<void> {
  const user = (await shop.exec(service, 'id', '-u')).trim();
  if (user !== '1000') throw new Error(`${service} runs as user ${user}.`);
  const written = await shop.exec(service, 'sh', '-c', 'touch /shop/x 2>/dev/null && echo written || echo refused');
  if (written.trim() !== 'refused') throw new Error(`${service} can write its own program.`);
  await shop.exec(service, 'sh', '-c', 'touch /tmp/x');
}

async function sizes(): Promise<void> {
  const each = SERVICES.map(async (service) => {
    const bytes = await docker(['image', 'inspect', '--format', '{{.Size}}', `midwest-geodes/${service}:check`]);
    return `${service} ${Math.round(Number(bytes) / 1e6)}`;
  });
  say(`images in MB, with the base: ${(await Promise.all(each)).join(', ')}`);
}

async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now();
  const value = await work();
  say(`${name} (${seconds(performance.now() - start)})`);
  return value;
}

function say(text: string): void {
  console.log(`${seconds(performance.now() - began).padStart(8)}  ${text}`);
}

function networks(): string {
  return shop.isOnHost ? 'the network of the machine' : 'networks of its own';
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
