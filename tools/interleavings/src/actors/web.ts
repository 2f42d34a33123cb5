import type { Checkout, CreateOrderBody } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { orderKey, placeOrder } from '@geodes/gateway/dist/orders/place-order.js';
import type { Network } from '../network/network.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { virtualClock } from '../schedule/virtual-clock.js';
import { refused, type Told } from './answers.js';

/** A browser waits no longer, milliseconds. */
const PATIENCE_MS = 60_000;
const CALL_TIMEOUT_MS = 5_000;
/** What a hold may be refused with. */
const REFUSALS = ['OUT_OF_STOCK', 'UNAVAILABLE'];

/** The way from a browser through a gateway, with the gateway's own code for placing an order. */
export class Web {
  /** What to do with a buyer's open connection when its gateway dies. */
  private readonly open = new Map<ProcessRun, Set<() => void>>();

  constructor(
    private readonly around: RunContext,
    private readonly network: Network,
    private readonly gateways: () => ProcessRun[],
  ) {}

  order(buyer: ProcessRun, key: string, body: CreateOrderBody, browserId?: string): Promise<Told> {
    const { scheduler, names } = this.around;
    const name = names.of(orderKey(key).orderId);
    const silence: Told = { status: 'silence' };
    return this.through(buyer, `order ${name}`, silence, (gateway) => this.placed(gateway, key, body, browserId)).then(
      (told) => {
        scheduler.note(`    ${buyer.name} is told ${told.status} about ${name}`);
        return told;
      },
    );
  }

  /** What a gateway only hands on; undefined where it was refused or nobody answered. */
  ask(buyer: ProcessRun, subject: string, request: object): Promise<unknown> {
    return this.through(buyer, `${subject} ${this.around.names.in(request)}`, undefined, (gateway) =>
      this.network.call(gateway, subject, request, CALL_TIMEOUT_MS).then(
        (reply) => {
          this.around.count(`${subject}: done`);
          return reply;
        },
        (error: unknown) => {
          const code = error instanceof AppError ? error.code : String(error);
          this.around.count(`${subject}: ${code}`);
          if (!REFUSALS.includes(code)) this.around.violation(`a buyer was told ${code} by ${subject}`);
        },
      ),
    );
  }

  /** By way of some gateway; `silent` where it dies meanwhile, or nothing comes in the time that a browser waits. */
  private through<T>(
    buyer: ProcessRun,
    what: string,
    silent: T,
    work: (gateway: ProcessRun) => Promise<T>,
  ): Promise<T> {
    const { scheduler, random } = this.around;
    return new Promise((resolve) => {
      let over = false;
      const end = (answer: T) => {
        if (over) return;
        over = true;
        stopWaiting();
        resolve(answer);
      };
      const stopWaiting = scheduler.addTimer(`${buyer.name} waits no longer for ${what}`, buyer, PATIENCE_MS, () =>
        end(silent),
      );
      scheduler.add(`${buyer.name} → ${what}`, null, () => {
        const alive = this.gateways().filter(({ dead }) => !dead);
        if (alive.length === 0) return end(silent);
        const gateway = random.pick(alive);
        const reset = () => end(silent);
        const connections = this.open.get(gateway) ?? new Set();
        this.open.set(gateway, connections.add(reset));
        void work(gateway).then((answer) => {
          connections.delete(reset);
          if (!gateway.dead) scheduler.add(`${buyer.name}: answer about ${what}`, buyer, () => end(answer));
        });
      });
    });
  }

  reset(gateway: ProcessRun): void {
    for (const reset of this.open.get(gateway) ?? []) reset();
    this.open.delete(gateway);
  }

  private async placed(
    gateway: ProcessRun,
    key: string,
    body: CreateOrderBody,
    browserId: string | undefined,
  ): Promise<Told> {
    const clock = virtualClock(this.around.scheduler, gateway);
    let recorded = false;
    const checkout = async (command: Checkout, { timeoutMs }: { timeoutMs: number }) => {
      const outcome = await this.network.call(gateway, 'orders.checkout', command, timeoutMs);
      recorded ||= (outcome as { outcome: string }).outcome === 'pending';
      return outcome as never;
    };
    const around = { checkout, now: clock.now, pause: (ms: number) => clock.sleep(ms), isStopping: () => false };
    try {
      const { status, order } = await placeOrder(
        { ...body, ...(browserId ? { browserId } : {}) },
        orderKey(key),
        around,
      );
      return status === 201 ? { status, order } : { status, order, recorded };
    } catch (error) {
      return refused(error);
    }
  }
}
