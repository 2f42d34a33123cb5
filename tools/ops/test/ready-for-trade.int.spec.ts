import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AccountCheck } from '@geodes/contracts';
import { type FakeService, fakeService, testServers } from '@geodes/testing';
import { operate } from '../src/operate.js';

// The services and the public site are fake: their own tests show that they reply like this.
let natsUrl: string;
let shop: FakeService;
let site: Server;
let url: string;
let dataDir: string;

const ACCOUNT: Omit<AccountCheck, 'publicUrl' | 'webhookUrl'> = {
  environment: 'sandbox',
  locationId: 'L1',
  hasWebhookKey: true,
  location: {
    said: { name: 'Keokuk', status: 'ACTIVE', currency: 'USD', capabilities: ['CREDIT_CARD_PROCESSING'] },
  },
  readPayments: { said: true },
  readRefunds: { said: true },
  writePayments: { said: true },
  subscriptions: { said: [] },
};

const LETTER = { to: 'owner@geodes.us', mailServer: 'smtp.example.net', lastError: null };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'geodes-trade-'));
  site = createServer((request, reply) => {
    const isWebhook = request.method === 'POST' && request.url === '/api/square/webhooks';
    reply.statusCode = isWebhook ? 403 : 200;
    reply.end(
      isWebhook
        ? '{"message":"This did not come from Square."}'
        : '{"square":{"environment":"sandbox","locationId":"L1"}}',
    );
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  natsUrl = (await testServers()).nats;
  shop = await fakeService(natsUrl, {
    'payments.check-account': () => ({ ...ACCOUNT, publicUrl: url, webhookUrl: `${url}/api/square/webhooks` }),
    'catalog.get-shop-details': () => ({}),
    'catalog.count-demo-geodes': () => ({ onSale: 48 }),
    'orders.send-test-letter': () => ({ ...LETTER, state: 'waiting' }),
    'orders.find-test-letter': ({ code }) => ({ ...LETTER, state: code === '271828' ? 'sent' : null }),
    'orders.list-letters': () => ({ letters: [], counts: { waiting: 0, failed: 0, off: 0 }, hasMailServer: true }),
  });
}, 60_000);
afterAll(async () => {
  await shop.stop();
  site.closeAllConnections();
  await new Promise((closed) => site.close(closed));
  await rm(dataDir, { recursive: true });
});

const readyForTrade = async (...args: string[]): Promise<{ code: number; said: string }> => {
  const env = { NATS_URL: natsUrl, DATA_DIR: dataDir };
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await operate(['ready-for-trade', ...args], { env, stdin: Readable.from([]), stdout, stderr });
  return { code, said: await text(stdout.end()) };
};

describe('npm run ops -- ready-for-trade', () => {
  it('says yes or what is missing for each point, and exits with 1', async () => {
    const { code, said } = await readyForTrade();
    expect(code).toBe(1);
    expect(said).toMatch(/Square: production +│ MISSING │ Square's sandbox: no real card is charged/);
    expect(said).toMatch(/Square: location +│ yes +│ "Keokuk" takes cards in USD/);
    expect(said).toMatch(/webhook: reachable +│ yes +│ a forged webhook is refused with 403/);
    expect(said).toMatch(/HTTPS +│ MISSING │ PUBLIC_URL is http:/);
    // the gateway does not run
    expect(said).toMatch(/PIN +│ \? /);
    expect(said).toMatch(/test letter +│ MISSING │ written to o…@geodes.us, not confirmed/);
    expect(said).toMatch(/demo geodes +│ MISSING │ 48 on sale/);
    expect(said).toMatch(/Not ready: Square: production, .*demo geodes.* Check yourself: audit\.\n$/);
  });

  it('reads the notes of backup and restore, and prints JSON', async () => {
    const folder = join(dataDir, 'backups', 'monday');
    await mkdir(folder, { recursive: true });
    const now = new Date().toISOString();
    await writeFile(join(dataDir, 'last-backup.json'), JSON.stringify({ finishedAt: now, folder }));
    await writeFile(join(folder, 'restored.json'), JSON.stringify({ restoredAt: now }));
    const { said } = await readyForTrade('--json');
    const { isReady, points } = JSON.parse(said) as { isReady: boolean; points: { point: string; verdict: string }[] };
    expect(isReady).toBe(false);
    expect(points).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ point: 'backup', verdict: 'yes' }),
        expect.objectContaining({ point: 'restore', verdict: 'yes' }),
      ]),
    );
  });

  it('takes the code in the letter of an earlier run', async () => {
    const before = shop.asked.length;
    expect((await readyForTrade('--mail-code', '271828')).said).toMatch(/test letter +│ yes/);
    expect((await readyForTrade('--mail-code', '271829')).said).toMatch(/test letter +│ MISSING │ no letter has/);
    expect(shop.asked.slice(before).map(({ subject }) => subject)).not.toContain('orders.send-test-letter');
  });

  it('refuses an address that is none with exit code 2', async () => {
    expect((await readyForTrade('--url', 'shop.example.com')).code).toBe(2);
  });
});
