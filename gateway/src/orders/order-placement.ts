import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Bus } from '@geodes/kit';
import { type OrderKey, type OrderRequest, type PlacedResult, placeOrder, type PlaceOrderDeps } from './place-order.js';
import { UnconfirmedOrders } from './unconfirmed-orders.js';

/** Places orders over the bus. */
@Injectable()
export class OrderPlacement implements OnModuleDestroy {
  private isStopping = false;
  private readonly deps: PlaceOrderDeps;

  constructor(
    bus: Bus,
    private readonly unconfirmed: UnconfirmedOrders,
  ) {
    this.deps = {
      checkout: (command, options) => bus.call('orders.checkout', command, options),
      now: () => performance.now(),
      pause: (ms) => pause(ms),
      isStopping: () => this.isStopping,
    };
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Throws as `placeOrder` does. */
  async place(request: OrderRequest, key: OrderKey): Promise<PlacedResult> {
    const result = await placeOrder(request, key, this.deps);
    if (result.isUnconfirmed) await this.unconfirmed.add(request, key);
    return result;
  }
}
