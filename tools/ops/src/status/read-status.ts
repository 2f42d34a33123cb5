import type { OpenHolds, OrdersState, PaymentsState, PresentProcess, Reply, Subject } from '@geodes/contracts';
import type { ShopAddress } from '../config.js';
import { type Shop, connectToShop } from '../shop.js';

/** A healthy shop has at least one process of each kind. */
export const KINDS = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;

/** The reply of a part of the shop, or why there is none. */
export type Observed<T> = { said: T } | { away: string };

/** Returns the reply, or undefined if there is none. */
export const saidOf = <T>(observed: Observed<T> | undefined): T | undefined =>
  observed && 'said' in observed ? observed.said : undefined;

/** Waits for a reply; an error becomes the reason why there is none. Never throws. */
export const observe = async <T>(reply: Promise<T>): Promise<Observed<T>> => {
  try {
    return { said: await reply };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return {
      away: message === 'fetch failed' && cause instanceof Error ? `nothing answers (${cause.message})` : message,
    };
  }
};

/** The audit runs every minute, or less often in a shop with a million orders. */
export const MAX_AUDIT_AGE_MS = 30 * 60_000;

/** Result of the continuous audit's last check. */
export interface AuditState {
  /** ISO 8601; null before the first check. */
  checkedAt: string | null;
  /** Present violations by kind. */
  violations: Record<string, number>;
}

/** The replies of all parts. */
export interface ObservedState {
  /** ISO 8601. */
  at: string;
  nats: Observed<true>;
  /** Every process that replied to the discovery. */
  processes: PresentProcess[];
  /** Without NATS: the failing dependencies of each local service process, by name; an empty list is healthy. */
  byThemselves: Record<string, Observed<string[]>>;
  orders: Observed<OrdersState>;
  payments: Observed<PaymentsState>;
  holds: Observed<Pick<OpenHolds, 'count' | 'geodes'>>;
  /** Undefined if the audit's URL is not configured. */
  audit: Observed<AuditState> | undefined;
}

/** Timeout of each part; all are called concurrently. */
const TIMEOUT_MS = 5_000;

const VIOLATION = /^shop_invariant_violations\{kind="([^"]+)"\} (\d+)/;
const LAST_RUN = /^shop_audit_last_run_timestamp_seconds (\S+)/;

/** Reads the state of every part. Includes unreachable parts. Never throws; takes at most 8 s. */
export const readStatus = async (where: ShopAddress): Promise<ObservedState> => {
  const [shop, audit] = await Promise.all([
    observe(connectToShop(where.natsUrl)),
    where.auditUrl ? observe(readAudit(where.auditUrl)) : undefined,
  ]);
  const at = new Date().toISOString();
  if ('away' in shop) return { at, nats: shop, ...(await readWithoutNats(where)), audit };
  try {
    return { at, nats: { said: true }, byThemselves: {}, ...(await readOverNats(shop.said)), audit };
  } finally {
    await shop.said.close();
  }
};

const readOverNats = async (
  shop: Shop,
): Promise<Pick<ObservedState, 'processes' | 'orders' | 'payments' | 'holds'>> => {
  const call = <S extends Subject>(subject: S): Promise<Observed<Reply<S>>> =>
    observe(shop.call(subject, {} as never, TIMEOUT_MS));
  const [processes, orders, payments, holds] = await Promise.all([
    shop.discoverProcesses(KINDS, TIMEOUT_MS),
    call('orders.state'),
    call('payments.state'),
    call('catalog.list-holds'),
  ]);
  return { processes: processes.sort(compareByKind), orders, payments, holds };
};

const readWithoutNats = async ({
  processUrls,
}: ShopAddress): Promise<Pick<ObservedState, 'processes' | 'byThemselves' | 'orders' | 'payments' | 'holds'>> => {
  const away = 'not to be asked while NATS is away';
  const names = Object.keys(processUrls).sort();
  const answers = await Promise.all(names.map((name) => observe(readFailing(processUrls[name] ?? ''))));
  const byThemselves = Object.fromEntries(answers.map((answer, index) => [names[index] ?? '', answer]));
  return { processes: [], byThemselves, orders: { away }, payments: { away }, holds: { away } };
};

/** Reads the dependencies that a process does not reach from its /health/ready. */
const readFailing = async (url: string): Promise<string[]> => {
  const reply = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { failing = [] } = (await reply.json()) as { failing?: string[] };
  return failing;
};

/** Reads the result of the continuous audit at `url`. Throws if it does not respond. */
export const readAudit = async (url: string): Promise<AuditState> => {
  const reply = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!reply.ok) throw new Error(`it responds with status ${reply.status}`);
  return parseAuditMetrics(await reply.text());
};

/** Parses the metrics of the continuous audit (tools/audit). */
export const parseAuditMetrics = (metrics: string): AuditState => {
  const state: AuditState = { checkedAt: null, violations: {} };
  for (const line of metrics.split('\n')) {
    const [, kind, count] = VIOLATION.exec(line) ?? [];
    if (kind && Number(count) > 0) state.violations[kind] = Number(count);
    const seconds = Number(LAST_RUN.exec(line)?.[1] ?? 0);
    if (seconds > 0) state.checkedAt = new Date(seconds * 1_000).toISOString();
  }
  return state;
};

const compareByKind = (a: PresentProcess, b: PresentProcess): number => {
  const order = KINDS.findIndex((kind) => kind === a.service) - KINDS.findIndex((kind) => kind === b.service);
  return order === 0 ? a.name.localeCompare(b.name) : order;
};
