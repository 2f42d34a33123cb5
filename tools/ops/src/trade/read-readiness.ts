import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readJsonFile } from '@geodes/servers';
import type { Reply, Request, SiteConfig, Subject } from '@geodes/contracts';
import type { ObservedBackups, ObservedReadiness, ObservedSite, SitePage } from './readiness.js';
import { type Observed, observe, readAudit, saidOf } from '../status/read-status.js';
import type { ShopAddress } from '../config.js';
import { type Shop, connectToShop } from '../shop.js';
import { type TestLetterOptions, proveLetter } from './test-letter.js';

/**
 * Reads what `npm run backup` noted in the data folder, and what `npm run restore` noted in the backups beside that one.
 * Throws if they cannot be read.
 */
const readBackups = async (dataDir: string): Promise<ObservedBackups> => {
  const { finishedAt, folder } = readJsonFile(join(dataDir, 'last-backup.json')) ?? {};
  if (typeof finishedAt !== 'string' || typeof folder !== 'string') return {};
  const lastRestoreAt = (await foldersIn(dirname(folder)))
    .map((backup) => readJsonFile(join(backup, 'restored.json'))?.restoredAt)
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1);
  return { lastBackupAt: finishedAt, ...(lastRestoreAt ? { lastRestoreAt } : {}) };
};

/** A backup that was moved away leaves no folder. */
const foldersIn = async (parent: string): Promise<string[]> => {
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const TIMEOUT_MS = 8_000;
const WEBHOOK_PATH = '/api/square/webhooks';
/** The gateway's words; a 403 of a proxy or a firewall has others. */
const REFUSAL = 'This did not come from Square.';

/** Calls the shop at its public URL like a buyer and like a false Square. Never throws; takes at most 8 s. */
const readSite = async (publicUrl: string): Promise<ObservedSite> => {
  const url = publicUrl.replace(/\/+$/, '');
  const isHttps = url.startsWith('https:');
  const [page, webhook, redirect] = await Promise.all([
    observe(readPage(url)),
    observe(postUnsigned(url)),
    isHttps ? observe(readRedirect(url)) : undefined,
  ]);
  return { url, page, webhook, ...(redirect ? { redirect } : {}) };
};

const readPage = async (url: string): Promise<SitePage> => {
  const reply = await call(`${url}/api/config`);
  const transportSecurity = reply.headers.get('strict-transport-security');
  const config = (await reply.json().catch(() => undefined)) as Partial<SiteConfig> | undefined;
  const { environment, locationId } = config?.square ?? {};
  return {
    status: reply.status,
    transportSecurity,
    ...(environment && locationId ? { square: { environment, locationId } } : {}),
  };
};

const readRedirect = async (url: string): Promise<string | null> => {
  const reply = await call(Object.assign(new URL(url), { protocol: 'http:', port: '' }).href);
  await reply.body?.cancel();
  return reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
};

/** Needs no signature, so the shop must refuse it before it reads the body. */
const postUnsigned = async (url: string): Promise<{ status: number; isOurs: boolean }> => {
  const reply = await call(url + WEBHOOK_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: reply.status, isOurs: (await reply.text()).includes(REFUSAL) };
};

const call = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Payments gives each call to Square 5 s. */
const ACCOUNT_TIMEOUT_MS = 8_000;
/** Only the counts are read. */
const MIN_LETTERS = 1;

export interface ReadinessOptions extends TestLetterOptions {
  /** Replaces the PUBLIC_URL that payments is configured with. */
  publicUrl?: string | undefined;
}

/**
 * Reads everything that real trade needs, and sends the owner a test letter. Includes parts that do not respond. Never
 * throws; takes at most 30 s, and the time until the code is typed.
 */
export const readReadiness = async (
  where: ShopAddress,
  { publicUrl, ...letter }: ReadinessOptions,
): Promise<ObservedReadiness> => {
  const [services, audit] = await Promise.all([
    readServices(connectToShop(where.natsUrl), letter),
    where.auditUrl ? observe(readAudit(where.auditUrl)) : undefined,
  ]);
  const { account, gateway } = services;
  const url = publicUrl ?? (saidOf(account) ?? saidOf(gateway))?.publicUrl;
  return {
    at: new Date().toISOString(),
    ...services,
    hasMailCatcher: where.mailCatcherUrl !== undefined,
    site: url === undefined ? undefined : await readSite(url),
    backups: where.dataDir === undefined ? undefined : await observe(readBackups(where.dataDir)),
    audit,
  };
};

const readServices = async (shop: Promise<Shop>, options: TestLetterOptions) => {
  const call = <S extends Subject>(subject: S, request: Request<S>, timeoutMs?: number): Promise<Observed<Reply<S>>> =>
    observe(shop.then((connected) => connected.call(subject, request, timeoutMs)));
  const [account, gateway, letters, details, demoGeodes] = await Promise.all([
    call('payments.check-account', {}, ACCOUNT_TIMEOUT_MS),
    call('gateway.get-settings', {}),
    call('orders.list-letters', { limit: MIN_LETTERS }),
    call('catalog.get-shop-details', {}),
    call('catalog.count-demo-geodes', {}),
  ]);
  const hasMailServer = saidOf(letters)?.hasMailServer;
  const testLetter = hasMailServer
    ? await observe(shop.then((connected) => proveLetter(connected, options)))
    : undefined;
  await shop.then((connected) => connected.close()).catch(() => undefined);
  return {
    account,
    gateway,
    testLetter,
    letters: mapObserved(letters, ({ hasMailServer, counts }) => ({ hasMailServer, failed: counts.failed })),
    details,
    demoGeodes: mapObserved(demoGeodes, ({ onSale }) => onSale),
  };
};

const mapObserved = <A, B>(observed: Observed<A>, map: (said: A) => B): Observed<B> =>
  'said' in observed ? { said: map(observed.said) } : observed;
