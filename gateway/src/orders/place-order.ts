import type { Checkout, CheckoutOutcome, CreateOrderBody, PlacedOrder, Reply, Request } from '@geodes/contracts';
import { AppError, unavailable, wasSent } from '@geodes/kit';
import { type OrderKey, orderNumber } from './order-key.js';

/** What placing an order needs from outside; a test gives its own. */
export interface PlaceOrderDeps {
  checkout(command: Request<'orders.checkout'>, options: { timeoutMs: number }): Promise<Reply<'orders.checkout'>>;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  pause(ms: number): Promise<void>;
  /** True once the gateway is to stop: no further try begins. */
  isStopping(): boolean;
}

/** An order and the browser that sends it, if it is known. */
export type Wanted = CreateOrderBody & Pick<Checkout, 'browserId'>;

export interface Placed {
  status: 201 | 202;
  order: PlacedOrder;
  /** True where no orders process has said that it knows the order: `seeToNumber` is called for then. */
  isUnconfirmed?: true;
}

/** How long the orders service may wait for the outcome before it answers `pending`. */
const WAIT_MS = 4_000;
const CALL_TIMEOUT_MS = 7_000;
/** The buyer waits no longer than this for an outcome. */
const TIMEOUT_MS = 30_000;
/** After this long without any orders process: it was never taken. */
const UNCONFIRMED_TIMEOUT_MS = 20_000;
const PAUSE_MS = 250;
/** From then on the orders service is told that the buyer may soon hear of a number. */
const NUMBER_KNOWN_AFTER_MS = 15_000;
/** A number that nobody may have written down is sent after him for so long: longer than an outage that mends itself. */
const NUMBER_TIMEOUT_MS = 15 * 60_000;
const NUMBER_PAUSE_MS = 5_000;

/**
 * Sends the checkout command, again and again under the same key, until its outcome is known. The orders service
 * makes one order of it, however often it comes.
 * Answers 201 for a paid order, 202 where the outcome is not known by the end. Throws what the order was refused
 * with, and UNAVAILABLE only where no orders process ever took the command or takes any: nothing is charged then.
 */
export const placeOrder = async (body: Wanted, key: OrderKey, around: PlaceOrderDeps): Promise<Placed> => {
  const began = around.now();
  const end = began + TIMEOUT_MS;
  const endWithoutAnyone = around.now() + UNCONFIRMED_TIMEOUT_MS;
  let taken = false;
  let pending: PlacedOrder | undefined;
  for (;;) {
    const known = around.now() - began >= NUMBER_KNOWN_AFTER_MS ? { isNumberKnown: true } : {};
    const answer = await tryOnce({ ...body, ...key, waitMs: WAIT_MS, ...known }, end - around.now(), around);
    if (answer !== 'nobody') taken = true;
    if (typeof answer === 'object') {
      if (answer.outcome === 'paid') return { status: 201, order: answer.order };
      if (answer.outcome === 'refused') throw refusal(answer.error);
      pending = answer.order;
    }
    const pauseMs = PAUSE_MS * (1 + Math.random());
    const last = around.isStopping() || around.now() + pauseMs >= (taken ? end : endWithoutAnyone);
    if (last) break;
    await around.pause(pauseMs);
  }
  if (!taken) throw unavailable('orders');
  return pending
    ? { status: 202, order: pending }
    : { status: 202, order: unknownOrder(key.orderId), isUnconfirmed: true };
};

/**
 * A buyer was told a number, and it is not known that any orders process has it: the command is sent until one has.
 * Gives up after a quarter of an hour, and where the gateway stops. Never throws.
 */
export const ensureOrderRecorded = async (body: Wanted, key: OrderKey, around: PlaceOrderDeps): Promise<void> => {
  const end = around.now() + NUMBER_TIMEOUT_MS;
  while (around.now() < end && !around.isStopping()) {
    const command = { ...body, ...key, waitMs: 0, isNumberKnown: true };
    const answer = await tryOnce(command, end - around.now(), around).catch(() => 'refused' as const);
    if (answer !== 'nobody' && answer !== 'silence') return;
    await around.pause(NUMBER_PAUSE_MS);
  }
};

/** `nobody`: no process took it. `silence`: it was sent, and its outcome is not known. Throws a refusal. */
const tryOnce = async (
  command: Checkout,
  leftMs: number,
  { checkout }: PlaceOrderDeps,
): Promise<CheckoutOutcome | 'nobody' | 'silence'> => {
  const timeoutMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, Math.floor(leftMs)));
  const waitMs = Math.min(command.waitMs, Math.floor(timeoutMs / 2));
  try {
    return await checkout({ ...command, waitMs }, { timeoutMs });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // an orders process that stumbled says nothing about how the order ends
    if (error.code === 'INTERNAL') return 'silence';
    if (error.code !== 'UNAVAILABLE' || isClosed(error)) throw error;
    return wasSent(error) && !wasNotTaken(error) ? 'silence' : 'nobody';
  }
};

/** The orders service takes no checkout at all for a while: another try within this request is in vain. */
const isClosed = ({ details }: AppError): boolean =>
  (details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds !== undefined;

/** The orders service says that it could not even record the attempt. */
const wasNotTaken = ({ details }: AppError): boolean => (details as { taken?: boolean } | undefined)?.taken === false;

const refusal = ({ code, message, details }: { code: AppError['code']; message: string; details?: unknown }) =>
  new AppError(code, message, details);

const unknownOrder = (orderId: string): PlacedOrder => ({
  orderId,
  orderNumber: orderNumber(orderId),
  total: null,
  discount: null,
  status: 'pending',
});
