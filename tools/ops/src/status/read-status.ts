import type { PresentProcess, Reply, Subject } from '@geodes/contracts';
import type { Whereabouts } from '../config.js';
import { reachShop, type Shop } from '../shop.js';
import { auditState } from './audit-state.js';
import { type Asked, KINDS, type ObservedState } from './observed-state.js';

/** Each part has so long, and all are asked at once. */
const TIMEOUT_MS = 5_000;

/** Asks every part of the shop how it is; parts that are away are part of the answer. Never throws; takes 8 s at most. */
export const readStatus = async (where: Whereabouts): Promise<ObservedState> => {
  const [shop, audit] = await Promise.all([
    asked(reachShop(where.natsUrl)),
    where.auditUrl ? asked(readAudit(where.auditUrl)) : undefined,
  ]);
  const at = new Date().toISOString();
  if ('away' in shop) return { at, nats: shop, ...(await withoutNats(where)), audit };
  try {
    return { at, nats: { said: true }, byThemselves: {}, ...(await throughNats(shop.said)), audit };
  } finally {
    await shop.said.close();
  }
};

const throughNats = async (shop: Shop): Promise<Pick<ObservedState, 'processes' | 'orders' | 'payments' | 'holds'>> => {
  const ask = <S extends Subject>(subject: S): Promise<Asked<Reply<S>>> =>
    asked(shop.ask(subject, {} as never, TIMEOUT_MS));
  const [processes, orders, payments, holds] = await Promise.all([
    shop.callRoll(KINDS, TIMEOUT_MS),
    ask('orders.state'),
    ask('payments.state'),
    ask('catalog.list-holds'),
  ]);
  return { processes: processes.sort(byName), orders, payments, holds };
};

const withoutNats = async ({
  processUrls,
}: Whereabouts): Promise<Pick<ObservedState, 'processes' | 'byThemselves' | 'orders' | 'payments' | 'holds'>> => {
  const away = 'not to be asked while NATS is away';
  const names = Object.keys(processUrls).sort();
  const answers = await Promise.all(names.map((name) => asked(failingOf(processUrls[name] ?? ''))));
  const byThemselves = Object.fromEntries(answers.map((answer, index) => [names[index] ?? '', answer]));
  return { processes: [], byThemselves, orders: { away }, payments: { away }, holds: { away } };
};

/** The names of what a process needs and does not reach, as its /health/ready tells. */
const failingOf = async (url: string): Promise<string[]> => {
  const reply = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { failing = [] } = (await reply.json()) as { failing?: string[] };
  return failing;
};

const readAudit = async (url: string): Promise<ReturnType<typeof auditState>> => {
  const reply = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!reply.ok) throw new Error(`it answers ${reply.status}`);
  return auditState(await reply.text());
};

const asked = async <T>(answer: Promise<T>): Promise<Asked<T>> => {
  try {
    return { said: await answer };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return {
      away: message === 'fetch failed' && cause instanceof Error ? `nothing answers (${cause.message})` : message,
    };
  }
};

const byName = (a: PresentProcess, b: PresentProcess): number => {
  const order = KINDS.findIndex((kind) => kind === a.service) - KINDS.findIndex((kind) => kind === b.service);
  return order === 0 ? a.name.localeCompare(b.name) : order;
};
