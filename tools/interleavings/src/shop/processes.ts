import 'reflect-metadata';
import { DataSource } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { OrderEvents } from '@geodes/catalog/dist/events/order-events.js';
import { HoldExpiry } from '@geodes/catalog/dist/holds/hold-expiry.js';
import { HOLD_MS as HOLD_LASTS } from '@geodes/catalog/dist/holds/hold-limits.js';
import { HoldsController } from '@geodes/catalog/dist/holds/holds.controller.js';
import { InventoryController } from '@geodes/catalog/dist/inventory/inventory.controller.js';
import { ReservationsController } from '@geodes/catalog/dist/reservations/reservations.controller.js';
import { Bus, CLOCK, InFlight, LOGGER, type Logger } from '@geodes/kit';
import { CheckoutController } from '@geodes/orders/dist/checkout/checkout.controller.js';
import { CheckoutRecovery } from '@geodes/orders/dist/checkout/checkout-recovery.js';
import { CheckoutWorker } from '@geodes/orders/dist/checkout/checkout-worker.js';
import { OrdersController } from '@geodes/orders/dist/orders/orders.controller.js';
import { OutboxController } from '@geodes/orders/dist/outbox/outbox.controller.js';
import { EVENT_QUEUE, OutboxRelay } from '@geodes/orders/dist/outbox/outbox-relay.js';
import { RefundSyncTask } from '@geodes/orders/dist/refunds/refund-sync.task.js';
import { RefundTask } from '@geodes/orders/dist/refunds/refund.task.js';
import { RefundsController as OrderRefunds } from '@geodes/orders/dist/refunds/refunds.controller.js';
import { PaymentsConfig } from '@geodes/payments/dist/config.js';
import { PaymentsController } from '@geodes/payments/dist/payments/payments.controller.js';
import { RefundsController } from '@geodes/payments/dist/payments/refunds.controller.js';
import { WebhooksController } from '@geodes/payments/dist/webhooks/webhooks.controller.js';
import { Reconcile, type Span } from '@geodes/payments/dist/reconciliation/reconcile.js';
import { Sweep } from '@geodes/payments/dist/reconciliation/schedule.js';
import { SquarePayments } from '@geodes/payments/dist/square/square-payments.js';
import { HOLD_MS } from '../actors/scenario.js';
import { type Responder, type Network, ScriptedBus } from '../fakes/network.js';
import type { ScriptedQueue, Worker } from '../fakes/scripted-queue.js';
import type { Square } from '../fakes/square.js';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';
import type { Class, Mutation, Replacements } from './mutations.js';
import type { Slot } from './slots.js';

/** What a process of the shop uses besides its code. */
export interface ProcessDeps {
  context: RunContext;
  network: Network;
  square: Square;
  queue: ScriptedQueue;
  config: PaymentsConfig;
  mutation: Mutation;
  loggerFor(run: ProcessRun): Logger;
}

export interface OrdersProcess extends Responder {
  service: 'orders';
  /** Starts the recovery of abandoned checkouts. Resolves before they end. */
  recover(): Promise<void>;
  relay(): Promise<void>;
  /** Continues the refunds that are due. */
  refund(): Promise<void>;
  /** Copies refunds from payments. */
  syncRefunds(): Promise<void>;
  /** True while the process runs a checkout. */
  isWorking(): boolean;
}

export interface PaymentsProcess extends Responder {
  service: 'payments';
  reconcile(span: Span): Promise<void>;
  sweep(): Promise<void>;
}

export interface CatalogProcess extends Responder, Worker {
  service: 'catalog';
  /** Ends the holds that have expired. */
  endHolds(): Promise<void>;
}

export type ShopProcess = OrdersProcess | PaymentsProcess | CatalogProcess;

/** Starts a process of the slot's service. It shares nothing with other processes except the database. */
export const startProcess = (slot: Slot, run: ProcessRun, deps: ProcessDeps): ShopProcess => {
  const injector = createInjector(slot, run, deps);
  switch (slot.service) {
    case 'orders':
      return ordersProcess(injector, run);
    case 'payments':
      return paymentsProcess(injector, run);
    case 'catalog':
      return catalogProcess(injector, run);
  }
};

const createInjector = (
  slot: Slot,
  run: ProcessRun,
  { context, network, square, queue, config, mutation, loggerFor }: ProcessDeps,
) => {
  const logger = loggerFor(run);
  const clock = virtualClock(context.scheduler, run);
  return new Injector(
    [
      [DataSource, slot.dataSource],
      [Bus, new (slot.service === 'orders' ? mutation.OrdersBus : ScriptedBus)(network, run, logger)],
      [CLOCK, clock],
      [LOGGER, logger],
      [InFlight, new InFlight()],
      [EVENT_QUEUE, queue.forProcess(run)],
      [PaymentsConfig, config],
      [HOLD_LASTS, HOLD_MS],
      [SquarePayments, new mutation.Square(run, square, context.names, config, logger, clock)],
    ],
    mutation.replacements,
  );
};

/** Nest's metadata: the subjects that a method handles. */
const SUBJECTS = 'microservices:pattern';

type Handler = (request: unknown) => unknown;

/** Handles the subjects of these controllers. */
const responder = (injector: Injector, ...controllers: Class[]): Responder['handle'] => {
  const handlers = new Map<string, Handler>();
  for (const controller of controllers) {
    const instance = injector.get(controller) as Record<string, Handler>;
    // A mutation's override has no metadata of its own.
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(controller.prototype)))
      for (const subject of (Reflect.getMetadata(SUBJECTS, value as Handler) ?? []) as string[])
        handlers.set(subject, (request) => instance[name]?.(request));
  }
  return async (subject, request) => {
    const handler = handlers.get(subject);
    if (!handler) throw new Error(`no handler for ${subject}`);
    return handler(request);
  };
};

/** Ignores an error, as periodic tasks do: the next run tries again. */
const ignoreError = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** Starts no second run while one is under way, as `PeriodicTask` does. */
const withoutOverlap = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
};

const ordersProcess = (injector: Injector, run: ProcessRun): OrdersProcess => {
  const recovery = injector.get(CheckoutRecovery);
  const worker = injector.get(CheckoutWorker);
  const outbox = injector.get(OutboxRelay);
  const refundTask = injector.get(RefundTask);
  const refundSync = injector.get(RefundSyncTask);
  return {
    service: 'orders',
    run,
    handle: responder(injector, CheckoutController, OrdersController, OutboxController, OrderRefunds),
    recover: withoutOverlap(() => ignoreError(recovery['round']())),
    relay: withoutOverlap(() => ignoreError(outbox['relay']())),
    refund: withoutOverlap(() => ignoreError(refundTask['round']())),
    syncRefunds: withoutOverlap(() => ignoreError(refundSync.round())),
    isWorking: () => worker['runs'].size > 0,
  };
};

const paymentsProcess = (injector: Injector, run: ProcessRun): PaymentsProcess => {
  const reconcile = injector.get(Reconcile);
  const sweep = injector.get(Sweep);
  return {
    service: 'payments',
    run,
    handle: responder(injector, PaymentsController, WebhooksController, RefundsController),
    reconcile: (span) => ignoreError(reconcile.run(span)),
    sweep: () => ignoreError(sweep.run()),
  };
};

const catalogProcess = (injector: Injector, run: ProcessRun): CatalogProcess => {
  const expiry = injector.get(HoldExpiry);
  const events = injector.get(OrderEvents);
  return {
    service: 'catalog',
    run,
    handle: responder(injector, ReservationsController, InventoryController, HoldsController),
    apply: (event: OrderEvent) => events.apply(event),
    endHolds: () => ignoreError(expiry.endOverdue()),
  };
};

/** Nest's metadata: the types of a constructor's parameters, and the tokens of `@Inject`. */
const TYPES = 'design:paramtypes';
const TOKENS = 'self:paramtypes';

/**
 * Creates the objects of one process from Nest's metadata. Starting a Nest application is too slow: a run starts dozens
 * of processes.
 */
class Injector {
  private readonly instances: Map<unknown, unknown>;

  constructor(
    provided: Iterable<readonly [unknown, unknown]>,
    private readonly replacements: Replacements,
  ) {
    this.instances = new Map(provided);
  }

  /** Returns the instance of a class. Throws when a dependency is neither provided nor a class. */
  get<T extends object>(type: Class<T>): T {
    return this.resolve(type) as T;
  }

  private resolve(token: unknown): unknown {
    if (this.instances.has(token)) return this.instances.get(token);
    if (typeof token !== 'function') throw new Error(`${String(token)} is not provided`);
    const type = this.replacements.get(token as Class) ?? (token as Class);
    const dependencies = this.dependenciesOf(type).map((dependency) => this.resolve(dependency));
    const instance = new type(...(dependencies as never[]));
    this.instances.set(token, instance);
    return instance;
  }

  /** A replacement without its own constructor inherits the metadata of the class that it extends. */
  private dependenciesOf(type: Class): unknown[] {
    const types = (Reflect.getMetadata(TYPES, type) ?? []) as unknown[];
    const tokens = (Reflect.getMetadata(TOKENS, type) ?? []) as { index: number; param: unknown }[];
    return types.map((parameter, index) => tokens.find((token) => token.index === index)?.param ?? parameter);
  }
}
