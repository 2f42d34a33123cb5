import { type Square, SquareClient, SquareEnvironment } from 'square';
import type { SquareAccess } from '../config.js';
import type { SquareData, SquarePayment, SquareRefund } from './audit-data.js';

/** The most that Square gives at once. */
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
 * Square's payments of the location that carry an attempt's marker, and the refunds, both since `from`.
 * Throws where Square does not answer or has more than 200,000 of them. Only lists are read.
 */
export async function readSquare(access: SquareAccess, from: Date): Promise<SquareData> {
  const client = squareClient(access);
  const since = { beginTime: from.toISOString(), sortOrder: 'ASC', locationId: access.locationId, limit: PAGE_SIZE };
  try {
    const payments = await allPages((cursor, limits) => client.payments.list({ ...since, ...cursor }, limits));
    const refunds = await allPages((cursor, limits) => client.refunds.list({ ...since, ...cursor }, limits));
    return { from, payments: payments.flatMap(asPayment), refunds: refunds.flatMap(asRefund) };
  } catch (error) {
    throw new Error(`Square's ledger cannot be read: ${reasonOf(error)}`);
  }
}

function squareClient({ environment, token, baseUrl }: SquareAccess): SquareClient {
  if (environment === 'simulator') return new SquareClient({ token, baseUrl });
  const { Production, Sandbox } = SquareEnvironment;
  return new SquareClient({ token, environment: environment === 'production' ? Production : Sandbox });
}

async function allPages<Item>(
  list: (cursor: { cursor?: string }, limits: Limits) => PromiseLike<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const abortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const limits = { timeoutInSeconds: CALL_TIMEOUT_MS / 1_000, maxRetries: 2, abortSignal };
    const { data, response } = await list(cursor ? { cursor } : {}, limits);
    // the SDK hands out { ok: false } for a body that is not JSON, whatever the status (square 46.0.0)
    if ('ok' in response) throw new Error('the answer is not JSON');
    all.push(...data);
    if (!response.cursor) return all;
    cursor = response.cursor;
  }
  throw new Error(`more than ${MAX_PAGES * PAGE_SIZE} entries; look at fewer days`);
}

function asPayment(payment: Square.Payment): SquarePayment[] {
  const { id, status = '', amountMoney, referenceId = '', createdAt, updatedAt } = payment;
  if (!id || !UUID.test(referenceId) || status === 'FAILED') return [];
  const created = new Date(createdAt ?? 0);
  return [
    {
      id,
      status,
      amountCents: Number(amountMoney?.amount ?? 0n),
      currency: amountMoney?.currency ?? '',
      attemptId: referenceId.toLowerCase(),
      createdAt: created,
      updatedAt: updatedAt ? new Date(updatedAt) : created,
    },
  ];
}

function asRefund({ id, paymentId, amountMoney, status }: Square.PaymentRefund): SquareRefund[] {
  if (!paymentId) return [];
  const amountCents = Number(amountMoney.amount ?? 0n);
  return [{ id, squarePaymentId: paymentId, amountCents, status: status ?? 'PENDING' }];
}

/** Never Square's own text: it may repeat what a buyer typed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { statusCode } = error as { statusCode?: number };
  return statusCode ? `it answers with status ${statusCode}` : (error.message.split('\n')[0] ?? error.name);
}
