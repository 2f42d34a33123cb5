import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Bus } from '@geodes/kit';
import {
  ensureOrderRecorded,
  type OrderKey,
  type OrderRequest,
  type PlacedResult,
  placeOrder,
  type PlaceOrderDeps,
} from './place-order.js';

const MAX_PENDING_RECORDS = 200;

/** Places orders over the bus, and sends unconfirmed ones again in the background. */
@Injectable()
export class OrderPlacement implements OnModuleDestroy {
  private isStopping = false;
  /** Ids of orders whose number buyers know, though no orders process may have recorded them. */
  private readonly pendingRecords = new Set<string>();
  private readonly deps: PlaceOrderDeps;

  constructor(bus: Bus) {
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
    if (result.isUnconfirmed) void this.ensureRecorded(request, key);
    return result;
  }

  /** Runs once at a time per order, and for a bounded number of orders, so that it adds little load to a slow shop. */
  private async ensureRecorded(request: OrderRequest, key: OrderKey): Promise<void> {
    const { orderId } = key;
    if (this.pendingRecords.has(orderId) || this.pendingRecords.size >= MAX_PENDING_RECORDS) return;
    this.pendingRecords.add(orderId);
    await ensureOrderRecorded(request, key, this.deps);
    this.pendingRecords.delete(orderId);
  }
}
