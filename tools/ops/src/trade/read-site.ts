import type { SiteConfig } from '@geodes/contracts';
import { observe } from '../status/observed-state.js';
import type { ObservedSite, SitePage } from './observed-readiness.js';

const TIMEOUT_MS = 8_000;
const WEBHOOK_PATH = '/api/square/webhooks';
/** The gateway's words; a 403 of a proxy or a firewall has others. */
const REFUSAL = 'This did not come from Square.';

/** Calls the shop at its public URL like a buyer and like a false Square. Never throws; takes at most 8 s. */
export const readSite = async (publicUrl: string): Promise<ObservedSite> => {
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
