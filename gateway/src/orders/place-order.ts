import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import {
  type Checkout,
  type CheckoutOutcome,
  type CreateOrderBody,
  orderNumber,
  type PlacedOrder,
  type Reply,
  type Request,
} from '@geodes/contracts';
import { AppError, badRequest, type Clock, unavailable, wasSent } from '@geodes/kit';

/** An arbitrary namespace. It must never change, or a key would lead to another order. */
const ORDER_NAMESPACE = '6f1d3f0a-8a54-4c0e-9a55-1f6f7c2b9e41';

/** The orders service waits this long for the outcome before it responds `pending`. */
const OUTCOME_WAIT_MS = 4_000;
const CALL_TIMEOUT_MS = 7_000;
/** The buyer waits no longer than this for an outcome. */
const TIMEOUT_MS = 30_000;
/** After this long without an orders process, no order was made. */
const NOT_TAKEN_TIMEOUT_MS = 20_000;
/** At least; a random delay of up to as much comes on top. */
const MIN_RETRY_DELAY_MS = 250;
/** From then on commands say that the buyer may soon see the order number. */
const NUMBER_KNOWN_AFTER_MS = 15_000;

export interface OrderKey {
  key: string;
  orderId: string;
}

/**
 * Reads the Idempotency-Key of a checkout (1 to 255 printable ASCII characters) and derives the order id from it.
 * Without the header each call makes another order. Throws BAD_REQUEST for a malformed key.
 */
export const orderKey = (header: string | undefined): OrderKey => {
  const key = header ?? randomUUID();
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw badRequest({ field: 'Idempotency-Key', reason: 'Idempotency-Key must be 1 to 255 printable characters.' });
  return { key, orderId: uuidv5(key, ORDER_NAMESPACE) };
};

/** What placing an order needs from outside; tests pass fakes. */
export interface PlaceOrderDeps {
  checkout(command: Request<'orders.checkout'>, options: { timeoutMs: number }): Promise<Reply<'orders.checkout'>>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  /** True if the buyer knows the order number already. */
  isNumberKnown?: boolean;
  /** True once the gateway stops; no retry begins then. */
  isStopping(): boolean;
}

/** An order, the network that sends it, and the browser if it has a cookie. */
export type OrderRequest = CreateOrderBody & Pick<Checkout, 'browserId' | 'network'>;

export interface PlacedResult {
  status: 201 | 202;
  order: PlacedOrder;
  /** True if no orders process has confirmed the order. `OrderPlacement` then keeps it. */
  isUnconfirmed?: true;
}

/**
 * Sends the checkout command under one key until its outcome is known. The orders service makes one order of it,
 * however often it arrives. Returns 201 for a paid order, 202 if the outcome is still unknown at the deadline. Throws
 * the order's refusal. Throws UNAVAILABLE only if no orders process took the command or takes any: nothing is charged.
 */
export const placeOrder = async (request: OrderRequest, key: OrderKey, deps: PlaceOrderDeps): Promise<PlacedResult> => {
  const startedAt = deps.clock.now();
  const deadline = startedAt + TIMEOUT_MS;
  const notTakenDeadline = startedAt + NOT_TAKEN_TIMEOUT_MS;
  let isTaken = false;
  let pending: PlacedOrder | undefined;
  for (;;) {
    const isNumberKnown = deps.isNumberKnown || deps.clock.now() - startedAt >= NUMBER_KNOWN_AFTER_MS;
    const command = { ...request, ...key, waitMs: OUTCOME_WAIT_MS, ...(isNumberKnown && { isNumberKnown }) };
    const result = await sendCheckout(command, deadline - deps.clock.now(), deps.checkout);
    if (result !== 'not-taken') isTaken = true;
    if (typeof result === 'object') {
      if (result.outcome === 'paid') return { status: 201, order: result.order };
      if (result.outcome === 'refused') throw refusal(result.error);
      pending = result.order;
    }
    const delayMs = MIN_RETRY_DELAY_MS * (1 + Math.random());
    if (deps.isStopping() || deps.clock.now() + delayMs >= (isTaken ? deadline : notTakenDeadline)) break;
    await deps.clock.sleep(delayMs);
  }
  if (!isTaken) throw unavailable('orders');
  return pending
    ? { status: 202, order: pending }
    : { status: 202, order: unknownOrder(key.orderId), isUnconfirmed: true };
};

/** Returns `not-taken` if no process got the command, `no-response` if one may have. Throws a refusal. */
export const sendCheckout = async (
  command: Checkout,
  leftMs: number,
  checkout: PlaceOrderDeps['checkout'],
): Promise<CheckoutOutcome | 'not-taken' | 'no-response'> => {
  const timeoutMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, Math.floor(leftMs)));
  const waitMs = Math.min(command.waitMs, Math.floor(timeoutMs / 2));
  try {
    return await checkout({ ...command, waitMs }, { timeoutMs });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // a failure of the orders process does not decide the order
    if (error.code === 'INTERNAL') return 'no-response';
    if (error.code !== 'UNAVAILABLE' || isClosed(error)) throw error;
    return wasSent(error) && !wasNotRecorded(error) ? 'no-response' : 'not-taken';
  }
};

/** True if the orders service takes no checkouts for a while, so that a retry within this request cannot succeed. */
const isClosed = ({ details }: AppError): boolean =>
  (details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds !== undefined;

/** True if the orders service could not record the attempt. */
const wasNotRecorded = ({ details }: AppError): boolean =>
  (details as { taken?: boolean } | undefined)?.taken === false;

const refusal = ({ code, message, details }: { code: AppError['code']; message: string; details?: unknown }) =>
  new AppError(code, message, details);

/** What is shown of an order whose outcome is not known. */
export const unknownOrder = (orderId: string): PlacedOrder => ({
  orderId,
  orderNumber: orderNumber(orderId),
  total: null,
  discount: null,
  status: 'pending',
});
