import type { Checkout, CreateOrderBody } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { orderKey, placeOrder } from '@geodes/gateway/dist/orders/place-order.js';
import type { Network } from '../fakes/network.js';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';
import { type BuyerResponse, toErrorResponse } from './responses.js';

/** A browser gives up after this time, milliseconds. */
const BROWSER_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 5_000;
/** Error codes that a command on holds may return. */
const REFUSALS = ['OUT_OF_STOCK', 'UNAVAILABLE'];

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
          if (!REFUSALS.includes(code)) this.context.violation(`${subject} returned ${code} to a buyer`);
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
      let settled = false;
      const end = (response: T) => {
        if (settled) return;
        settled = true;
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
    const deps = { checkout, now: clock.now, pause: (ms: number) => clock.sleep(ms), isStopping: () => false };
    try {
      const { status, order } = await placeOrder({ ...body, ...(browserId ? { browserId } : {}) }, orderKey(key), deps);
      return status === 201 ? { status, order } : { status, order, recorded };
    } catch (error) {
      return toErrorResponse(error);
    }
  }
}
