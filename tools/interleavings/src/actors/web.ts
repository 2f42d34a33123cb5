import type { Checkout, CreateOrderBody } from '@geodes/contracts';
import { orderKey } from '@geodes/gateway/dist/orders/order-key.js';
import { placeOrder } from '@geodes/gateway/dist/orders/place-order.js';
import type { Network } from '../network/network.js';
import type { Life } from '../schedule/life.js';
import type { Surroundings } from '../schedule/surroundings.js';
import { virtualClock } from '../schedule/virtual-clock.js';
import { refused, type Told } from './answers.js';

/** A browser waits no longer, milliseconds. */
const PATIENCE_MS = 60_000;

/** The way from a browser through a gateway, with the gateway's own code for placing an order. */
export class Web {
  /** What to do with a buyer's open connection when its gateway dies. */
  private readonly open = new Map<Life, Set<() => void>>();

  constructor(
    private readonly around: Surroundings,
    private readonly network: Network,
    private readonly gateways: () => Life[],
  ) {}

  order(buyer: Life, key: string, body: CreateOrderBody): Promise<Told> {
    const { scheduler, names, random } = this.around;
    const name = names.of(orderKey(key).orderId);
    return new Promise((resolve) => {
      let over = false;
      const end = (told: Told) => {
        if (over) return;
        over = true;
        stopWaiting();
        scheduler.note(`    ${buyer.name} is told ${told.status} about ${name}`);
        resolve(told);
      };
      const stopWaiting = scheduler.addTimer(`${buyer.name} waits no longer for ${name}`, buyer, PATIENCE_MS, () =>
        end({ status: 'silence' }),
      );
      scheduler.add(`${buyer.name} → order ${name}`, null, () => {
        const alive = this.gateways().filter(({ dead }) => !dead);
        if (alive.length === 0) return end({ status: 'silence' });
        const gateway = random.pick(alive);
        const reset = () => end({ status: 'silence' });
        const connections = this.open.get(gateway) ?? new Set();
        this.open.set(gateway, connections.add(reset));
        void this.placed(gateway, key, body).then((told) => {
          connections.delete(reset);
          if (!gateway.dead) scheduler.add(`${buyer.name}: answer about ${name}`, buyer, () => end(told));
        });
      });
    });
  }

  reset(gateway: Life): void {
    for (const reset of this.open.get(gateway) ?? []) reset();
    this.open.delete(gateway);
  }

  private async placed(gateway: Life, key: string, body: CreateOrderBody): Promise<Told> {
    const clock = virtualClock(this.around.scheduler, gateway);
    let recorded = false;
    const checkout = async (command: Checkout, { timeoutMs }: { timeoutMs: number }) => {
      const outcome = await this.network.call(gateway, 'orders.checkout', command, timeoutMs);
      recorded ||= (outcome as { outcome: string }).outcome === 'pending';
      return outcome as never;
    };
    const around = { checkout, now: clock.now, pause: (ms: number) => clock.sleep(ms), isStopping: () => false };
    try {
      const { status, order } = await placeOrder(body, orderKey(key), around);
      return status === 201 ? { status, order } : { status, order, recorded };
    } catch (error) {
      return refused(error);
    }
  }
}
