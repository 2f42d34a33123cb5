import { loadavg } from 'node:os';
import type { Geode, GeodePage, LookupOrder, PlacedOrder } from '@geodes/contracts';
import { bodyOf, demoOrder, eventually, Owner, send, ShopClient } from '@geodes/testing';
import { inWorkspace } from '../deployment-files.js';
import { ComposedShop, docker } from './engine.js';

/**
 * Builds the images, starts docker-compose.yml, buys a geode over HTTP, scales the services and buys again. Exit code 0: all
 * of it works. `npm run test:full` runs it; it needs a container engine and the ports of the demo.
 */
const SERVICES = [
  ...['gateway', 'catalog', 'orders', 'payments', 'media', 'audit'],
  ...['object-store', 'square-simulator', 'mail-catcher'],
];
const SCALE = { gateway: 2, catalog: 2, orders: 3, payments: 2, media: 2 };
/** Timeout of the first order. The target on an idle machine is 90 s. */
const FIRST_ORDER_TIMEOUT_MS = 300_000;
/** Exits with another code than 0 if it finds a violation or cannot read Square's payments. */
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
  await step('build of the images', () => shop.build());
  await sizes();

  const upAt = performance.now();
  await step('docker compose up', () => shop.up());
  const [gateway = ''] = await shop.gateways(1);
  const geode = await geodeOnSale(gateway, FIRST_ORDER_TIMEOUT_MS);
  const order = await buyGeode(gateway, geode);
  const firstOrderMs = performance.now() - upAt;
  say(
    `the first order, ${order.orderNumber} over $${order.total}, is paid ${seconds(firstOrderMs)} after up (target 90 s), load ${load()}`,
  );

  await step('log-in with the PIN of the gateway’s log', () => signIn(gateway));
  for (const service of SERVICES) await checkReadOnly(service);
  say(`${SERVICES.length} services run as an unprivileged user with a read-only root`);

  await step('scale to three orders processes and two of each other service', () => shop.scale(SCALE));
  for (const each of await shop.gateways(2)) {
    const { total } = await buyGeode(each, await geodeOnSale(each, 60_000));
    say(`${each} sells a geode for $${total}`);
  }
  await shop.exec('audit', 'env', 'AUDIT_WATCH=off', 'node', ...AUDIT);
  say('the audit finds no violation');
}

/** Waits for a geode that is on sale. Throws after `timeoutMs`. */
function geodeOnSale(gateway: string, timeoutMs: number): Promise<Geode> {
  return eventually(
    'a geode on sale',
    async () => {
      const { geodes } = bodyOf<GeodePage>(await send('GET', `${gateway}/api/geodes?limit=100`));
      return geodes.find(({ availability }) => availability === 'available');
    },
    timeoutMs,
    500,
  );
}

/** Buys a geode as a plain HTTP client does. Throws unless it is paid, found by email and sold. */
async function buyGeode(gateway: string, { id }: Geode): Promise<PlacedOrder> {
  const client = new ShopClient([gateway]);
  const sent = demoOrder([id]);
  const { status, said, order } = await client.order(sent);
  if (status !== 201 || order?.status !== 'paid') throw new Error(`The response to the order was ${status} ${said}`);
  const [found] = await client.call<LookupOrder[]>('GET', `/api/orders/lookup?email=${encodeURIComponent(sent.email)}`);
  if (found?.total !== order.total) throw new Error(`The order was not found again: ${JSON.stringify(found)}`);
  const isSold = async () => (await client.call<Geode>('GET', `/api/geodes/${id}`)).availability === 'sold';
  await eventually('the geode is sold', isSold, 15_000, 500);
  return order;
}

async function signIn(gateway: string): Promise<void> {
  const adminPin = /Admin PIN (\d{9})/.exec(await shop.logs('gateway'))?.[1];
  const owner = new Owner({ gateways: [gateway], adminPin: adminPin ?? '', origin: 'http://localhost:8080' });
  const { status } = await owner.logIn();
  if (status !== 200) throw new Error(`The log-in with the PIN of the log returned ${status}.`);
}

async function checkReadOnly(service: string): Promise<void> {
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
  return shop.isOnHost ? 'the network of the host' : 'separate networks';
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
