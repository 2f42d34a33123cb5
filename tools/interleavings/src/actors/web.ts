import type { Checkout, CreateOrderBody, PlacedOrder } from '@geodes/contracts';
import { orderKey, placeOrder } from '@geodes/gateway/dist/orders/place-order.js';
import { AppError } from '@geodes/kit';
import type { Network } from '../fakes/network.js';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';

/** The shop's HTTP response to a buyer; `silence` when none arrived. */
export type BuyerResponse =
  | { status: 201; order: PlacedOrder }
  /** `recorded`: the orders service itself responded `pending`. */
  | { status: 202; order: PlacedOrder; recorded: boolean }
  | { status: 402 | 409; code: string; message: string; details: unknown }
  | { status: 503 }
  | { status: 500; message: string }
  | { status: 'silence' };

export interface RecordedResponse {
  key: string;
  orderId: string;
  response: BuyerResponse;
}

/** Returns the order that the response names. A key that Square's refusal freed may lead to another order than before. */
export const orderIdOf = ({ orderId, response }: RecordedResponse): string =>
  'order' in response ? response.order.orderId : orderId;

const REFUSALS: Record<string, 402 | 409> = {
  PAYMENT_DECLINED: 402,
  PAYMENT_NOT_COMPLETED: 402,
  OUT_OF_STOCK: 409,
  TOTAL_CHANGED: 409,
  KEY_REUSED: 409,
  CHANGED: 409,
};

const toErrorResponse = (error: unknown): BuyerResponse => {
  if (!(error instanceof AppError)) return { status: 500, message: String(error) };
  const { code, message, details } = error;
  const status = REFUSALS[code];
  if (status) return { status, code, message, details };
  return code === 'UNAVAILABLE' ? { status: 503 } : { status: 500, message: `${code}: ${message}` };
};

/** True when the response says how the order ended: paid, or nothing charged. */
export const isOutcome = ({ status }: BuyerResponse): boolean => status === 201 || status === 402 || status === 409;

/** A browser gives up after this time, milliseconds. */
const BROWSER_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 5_000;
/** Error codes that a command on holds may return. */
const HOLD_REFUSALS = ['OUT_OF_STOCK', 'UNAVAILABLE'];

/** The path from a browser through a gateway. Orders run through the gateway's own `placeOrder`. */
export class Web {
  /** Resets the open connections of each gateway when it is killed. */
  private readonly open = new Map<ProcessRun, Set<() => void>>();

  constructor(
    private readonly context: RunContext,
    private readonly network: Network,
    private readonly gateways: () => ProcessRun[],
  ) {}

  order(buyer: ProcessRun, key: string, body: CreateOrderBody, browserId?: string): Promise<BuyerResponse> {
    const { scheduler, names } = this.context;
    const name = names.of(orderKey(key).orderId);
    const silence: BuyerResponse = { status: 'silence' };
    return this.through(buyer, `order ${name}`, silence, (gateway) =>
      this.placeOrder(gateway, key, body, browserId),
    ).then((response) => {
      scheduler.note(`    ${buyer.name} receives ${response.status} for ${name}`);
      return response;
    });
  }

  /** Sends a request that a gateway only forwards. Returns undefined when it is refused or unanswered. */
  ask(buyer: ProcessRun, subject: string, request: object): Promise<unknown> {
    return this.through(buyer, `${subject} ${this.context.names.in(request)}`, undefined, (gateway) =>
      this.network.call(gateway, subject, request, CALL_TIMEOUT_MS).then(
        (reply) => {
          this.context.count(`${subject}: done`);
          return reply;
        },
        (error: unknown) => {
          const code = error instanceof AppError ? error.code : String(error);
          this.context.count(`${subject}: ${code}`);
          if (!HOLD_REFUSALS.includes(code)) this.context.violation(`${subject} returned ${code} to a buyer`);
        },
      ),
    );
  }

  /** Runs `work` in a random gateway. Returns `silent` when the gateway is killed or the browser gives up. */
  private through<T>(
    buyer: ProcessRun,
    what: string,
    silent: T,
    work: (gateway: ProcessRun) => Promise<T>,
  ): Promise<T> {
    const { scheduler, random } = this.context;
    return new Promise((resolve) => {
      const end = (response: T) => {
        stopWaiting();
        resolve(response);
      };
      const stopWaiting = scheduler.addTimer(
        `${buyer.name} waits no longer for ${what}`,
        buyer,
        BROWSER_TIMEOUT_MS,
        () => end(silent),
      );
      scheduler.add(`${buyer.name} → ${what}`, null, () => {
        const alive = this.gateways().filter(({ dead }) => !dead);
        if (alive.length === 0) return end(silent);
        const gateway = random.pick(alive);
        const reset = () => end(silent);
        const connections = this.open.get(gateway) ?? new Set();
        this.open.set(gateway, connections.add(reset));
        void work(gateway).then((response) => {
          connections.delete(reset);
          if (!gateway.dead) scheduler.add(`${buyer.name}: answer about ${what}`, buyer, () => end(response));
        });
      });
    });
  }

  reset(gateway: ProcessRun): void {
    for (const reset of this.open.get(gateway) ?? []) reset();
    this.open.delete(gateway);
  }

  private async placeOrder(
    gateway: ProcessRun,
    key: string,
    body: CreateOrderBody,
    browserId: string | undefined,
  ): Promise<BuyerResponse> {
    const clock = virtualClock(this.context.scheduler, gateway);
    let recorded = false;
    const checkout = async (command: Checkout, { timeoutMs }: { timeoutMs: number }) => {
      const outcome = await this.network.call(gateway, 'orders.checkout', command, timeoutMs);
      recorded ||= (outcome as { outcome: string }).outcome === 'pending';
      return outcome as never;
    };
    const deps = { checkout, clock, isStopping: () => false };
    try {
      const { status, order } = await placeOrder({ ...body, ...(browserId ? { browserId } : {}) }, orderKey(key), deps);
      return status === 201 ? { status, order } : { status, order, recorded };
    } catch (error) {
      return toErrorResponse(error);
    }
  }
}
