import { type Square, SquareClient, SquareEnvironment } from 'square';
import type { SquareAccess } from '../config.js';
import type { SquareData, SquarePayment, SquareRefund } from './audit-data.js';

/** Square's maximum. */
const PAGE_SIZE = 100;
const MAX_PAGES = 2_000;
const CALL_TIMEOUT_MS = 10_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Page<Item> {
  data: Item[];
  response: { cursor?: string };
}
interface Limits {
  timeoutInSeconds: number;
  maxRetries: number;
  abortSignal: AbortSignal;
}

/**
 * Lists the location's payments with an attempt's `reference_id`, and its refunds, both since `from`. Throws when Square
 * does not respond or has more than 200,000 entries.
 */
export async function readSquare(access: SquareAccess, from: Date): Promise<SquareData> {
  const client = createSquareClient(access);
  const since = { beginTime: from.toISOString(), sortOrder: 'ASC', locationId: access.locationId, limit: PAGE_SIZE };
  try {
    const payments = await readAllPages((cursor, limits) => client.payments.list({ ...since, ...cursor }, limits));
    const refunds = await readAllPages((cursor, limits) => client.refunds.list({ ...since, ...cursor }, limits));
    return { from, payments: payments.flatMap(toPayment), refunds: refunds.flatMap(toRefund) };
  } catch (error) {
    throw new Error(`Square's ledger cannot be read: ${reasonText(error)}`);
  }
}

function createSquareClient({ environment, token, baseUrl }: SquareAccess): SquareClient {
  if (environment === 'simulator') return new SquareClient({ token, baseUrl });
  const { Production, Sandbox } = SquareEnvironment;
  return new SquareClient({ token, environment: environment === 'production' ? Production : Sandbox });
}

async function readAllPages<Item>(
  list: (cursor: { cursor?: string }, limits: Limits) => PromiseLike<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const abortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const limits = { timeoutInSeconds: CALL_TIMEOUT_MS / 1_000, maxRetries: 2, abortSignal };
    const { data, response } = await list(cursor ? { cursor } : {}, limits);
    // The SDK returns { ok: false } for a body that is not JSON, whatever the status (square 46.0.0).
    if ('ok' in response) throw new Error('the response is not JSON');
    all.push(...data);
    if (!response.cursor) return all;
    cursor = response.cursor;
  }
  throw new Error(`more than ${MAX_PAGES * PAGE_SIZE} entries; choose fewer days`);
}

function toPayment(payment: Square.Payment): SquarePayment | [] {
  const { id, status = '', amountMoney, referenceId = '', createdAt, updatedAt } = payment;
  if (!id || !UUID.test(referenceId) || status === 'FAILED') return [];
  const created = new Date(createdAt ?? 0);
  return {
    id,
    status,
    amountCents: Number(amountMoney?.amount ?? 0n),
    currency: amountMoney?.currency ?? '',
    attemptId: referenceId.toLowerCase(),
    createdAt: created,
    updatedAt: updatedAt ? new Date(updatedAt) : created,
  };
}

function toRefund(refund: Square.PaymentRefund): SquareRefund | [] {
  const { id, paymentId, amountMoney, status, createdAt, updatedAt } = refund;
  if (!paymentId) return [];
  return {
    id,
    squarePaymentId: paymentId,
    amountCents: Number(amountMoney.amount ?? 0n),
    status: status ?? 'PENDING',
    updatedAt: new Date(updatedAt ?? createdAt ?? 0),
  };
}

/** Omits Square's error text, which may repeat a buyer's input. */
function reasonText(error: unknown): string {
  if (!(error instanceof Error)) return 'no response';
  const { statusCode } = error as { statusCode?: number };
  return statusCode ? `it responds with status ${statusCode}` : (error.message.split('\n')[0] ?? error.name);
}
