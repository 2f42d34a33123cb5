import { DataSource } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { OrderEvents } from '@geodes/catalog/dist/events/order-events.js';
import { HoldExpiry } from '@geodes/catalog/dist/holds/hold-expiry.js';
import { HOLD_MS as HOLD_LASTS } from '@geodes/catalog/dist/holds/hold-limits.js';
import { HoldsController } from '@geodes/catalog/dist/holds/holds.controller.js';
import { GeodeImports } from '@geodes/catalog/dist/inventory/geode-imports.js';
import { GeodeInventory } from '@geodes/catalog/dist/inventory/geode-inventory.js';
import { ReservationsController } from '@geodes/catalog/dist/reservations/reservations.controller.js';
import { Bus, CLOCK, InFlight, LOGGER, type Logger } from '@geodes/kit';
import { CheckoutController } from '@geodes/orders/dist/checkout/checkout.controller.js';
import { CheckoutRecovery } from '@geodes/orders/dist/checkout/checkout-recovery.js';
import { CheckoutWorker } from '@geodes/orders/dist/checkout/checkout-worker.js';
import { OrdersController } from '@geodes/orders/dist/orders/orders.controller.js';
import { EVENT_QUEUE } from '@geodes/orders/dist/outbox/event-queue.js';
import { OutboxController } from '@geodes/orders/dist/outbox/outbox.controller.js';
import { OutboxRelay } from '@geodes/orders/dist/outbox/outbox-relay.js';
import { PaymentsConfig } from '@geodes/payments/dist/config.js';
import { PaymentsController } from '@geodes/payments/dist/payments/payments.controller.js';
import { Reconcile, type Span } from '@geodes/payments/dist/reconciliation/reconcile.js';
import { Sweep } from '@geodes/payments/dist/reconciliation/sweep.js';
import { SquarePayments } from '@geodes/payments/dist/square/square-payments.js';
import { WebhooksController } from '@geodes/payments/dist/webhooks/webhooks.controller.js';
import { HOLD_MS } from '../actors/holding.js';
import type { Answering, Network } from '../network/network.js';
import { ScriptedBus } from '../network/scripted-bus.js';
import type { ScriptedQueue, Worker } from '../network/scripted-queue.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { virtualClock } from '../schedule/virtual-clock.js';
import type { Square } from '../square/square.js';
import { Assembly } from './assembly.js';
import type { Mutation } from './mutation.js';
import type { Slot } from './slots.js';

/** What a process of the shop is made of besides its own code. */
export interface Ground {
  around: RunContext;
  network: Network;
  square: Square;
  queue: ScriptedQueue;
  config: PaymentsConfig;
  mutation: Mutation;
  loggerFor(life: ProcessRun): Logger;
}

export interface OrdersProcess extends Answering {
  service: 'orders';
  /** One look for abandoned checkouts; what it finds is carried on beside it. */
  recover(): Promise<void>;
  relay(): void;
  /** Has a checkout in hand. */
  isWorking(): boolean;
}

export interface PaymentsProcess extends Answering {
  service: 'payments';
  reconcile(span: Span): Promise<void>;
  sweep(): Promise<void>;
}

export interface CatalogProcess extends Answering, Worker {
  service: 'catalog';
  /** One look for holds that are over. */
  endHolds(): Promise<void>;
}

export type ShopProcess = OrdersProcess | PaymentsProcess | CatalogProcess;

/** Starts a process of the slot's service: its own objects, nothing in common with any other but the database. */
export const startProcess = (slot: Slot, life: ProcessRun, ground: Ground): ShopProcess => {
  const assembly = assemble(slot, life, ground);
  switch (slot.service) {
    case 'orders':
      return ordersProcess(assembly, life);
    case 'payments':
      return paymentsProcess(assembly, life, ground);
    case 'catalog':
      return catalogProcess(assembly, life, ground);
  }
};

const assemble = (
  slot: Slot,
  life: ProcessRun,
  { around, network, square, queue, config, mutation, loggerFor }: Ground,
) => {
  const logger = loggerFor(life);
  const clock = virtualClock(around.scheduler, life);
  return new Assembly(
    [
      [DataSource, slot.dataSource],
      [Bus, new (slot.service === 'orders' ? mutation.OrdersBus : ScriptedBus)(network, life, logger)],
      [CLOCK, clock],
      [LOGGER, logger],
      [InFlight, new InFlight()],
      [EVENT_QUEUE, queue.seenBy(life)],
      [PaymentsConfig, config],
      [HOLD_LASTS, HOLD_MS],
      [SquarePayments, new mutation.Square(life, square, around.names, config, logger, clock)],
    ],
    mutation.replacements,
  );
};

type Handlers = Record<string, (request: never) => Promise<unknown>>;

const answering = (handlers: Handlers): Answering['handle'] => {
  const known = new Map(Object.entries(handlers));
  return (subject, request) => {
    const handler = known.get(subject);
    if (!handler) throw new Error(`nobody answers ${subject}`);
    return handler(request as never);
  };
};

const ordersProcess = (assembly: Assembly, life: ProcessRun): OrdersProcess => {
  const checkouts = assembly.get(CheckoutController);
  const orders = assembly.get(OrdersController);
  const facts = assembly.get(OutboxController);
  const recovery = assembly.get(CheckoutRecovery);
  const worker = assembly.get(CheckoutWorker);
  const outbox = assembly.get(OutboxRelay);
  return {
    service: 'orders',
    life,
    handle: answering({
      'orders.checkout': (command: never) => checkouts.checkout(command),
      'orders.set-status': (command: never) => orders.setStatus(command),
      'orders.archive': (command: never) => orders.archive(command),
      'orders.ack-event': (command: never) => facts.confirm(command),
    }),
    recover: () => recovery['recoverAbandoned'](),
    relay: () => outbox.wake(),
    isWorking: () => worker['runs'].size > 0,
  };
};

const paymentsProcess = (assembly: Assembly, life: ProcessRun, { around }: Ground): PaymentsProcess => {
  const payments = assembly.get(PaymentsController);
  const webhooks = assembly.get(WebhooksController);
  const reconcile = assembly.get(Reconcile);
  const sweep = assembly.get(Sweep);
  /** As the schedule of the service does: a round that fails is left to the next one. */
  const round = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      () => around.count('a round of payments that failed'),
    );
  return {
    service: 'payments',
    life,
    handle: answering({
      'payments.authorise': (command: never) => payments.authorise(command),
      'payments.capture': (command: never) => payments.capture(command),
      'payments.void': (command: never) => payments.void(command),
      'payments.refund': (command: never) => payments.refund(command),
      'payments.receive-webhook': async (webhook: never) => webhooks.receiveWebhook(webhook),
    }),
    reconcile: (span) => round(reconcile.run(span)),
    sweep: () => round(sweep.run()),
  };
};

const MAX_ENDED = 50;

const catalogProcess = (assembly: Assembly, life: ProcessRun, { around }: Ground): CatalogProcess => {
  const reservations = assembly.get(ReservationsController);
  const inventory = assembly.get(GeodeInventory);
  const holds = assembly.get(HoldsController);
  const expiry = assembly.get(HoldExpiry);
  const imports = assembly.get(GeodeImports);
  const facts = assembly.get(OrderEvents);
  return {
    service: 'catalog',
    life,
    handle: answering({
      'catalog.reserve-geodes': (command: never) => reservations.reserve(command),
      'catalog.release-geodes': (command: never) => reservations.release(command),
      'catalog.update-geode': ({ id, changes }: { id: string; changes: object }) => inventory.updateGeode(id, changes),
      'catalog.take-hold': (command: never) => holds.take(command),
      'catalog.current-hold': (query: never) => holds.current(query),
      'catalog.end-hold': (command: never) => holds.end(command),
      'catalog.end-hold-for-owner': (command: never) => holds.endForOwner(command),
      'catalog.import-geodes': (command: never) => imports.run(command),
    }),
    apply: (fact: OrderEvent) => facts.apply(fact),
    endHolds: () =>
      expiry.endOverdue(MAX_ENDED).then(
        () => undefined,
        () => around.count('a look for holds that failed'),
      ),
  };
};
