import { createLogger, type Logger } from '@geodes/kit';
import { PaymentsConfig } from '@geodes/payments/dist/config.js';
import type { ScenarioGeode } from '../actors/scenario.js';
import { type DatabaseFault, Gate } from '../database/gate.js';
import type { StatementKind } from '../database/session.js';
import { Network } from '../fakes/network.js';
import { ScriptedQueue } from '../fakes/scripted-queue.js';
import { Square, deliverWebhooks, SIGNATURE_KEY } from '../fakes/square.js';
import type { RunContext } from '../simulation/run-context.js';
import { ProcessRun } from '../simulation/scheduler.js';
import type { Mutation } from './mutations.js';
import {
  type CatalogProcess,
  type ProcessDeps,
  type OrdersProcess,
  type PaymentsProcess,
  type ShopProcess,
  startProcess,
} from './processes.js';
import { type Service, SERVICES, type TestBed, type Slot } from './slots.js';

/** Log messages that are violations: the shop found an error that it cannot repair. */
const ALARMS = ['captured before the pivot', 'reconciliation difference needs the owner'];

type LogArguments = [object | string, string?];

/** Writes log lines to the schedule and counts them: the counts show which paths of the services ran. */
const countingLogger = (run: ProcessRun, context: RunContext, silent: Logger): Logger => {
  const write = (...[details, message]: LogArguments) => {
    const text = message ?? String(details);
    const { err, kind } = (typeof details === 'object' ? details : {}) as { err?: unknown; kind?: unknown };
    context.count(`log: ${text}${kind ? `: ${String(kind)}` : ''}`);
    context.scheduler.note(`    ${run.name} logs: ${text}${err ? ` (${String(err)})` : ''}`);
    // the fake Square refuses the shop's account and fails refunds
    const isOfSquare = kind === 'account-refused' || kind === 'refund-failed';
    const isAlarm = !isOfSquare && ALARMS.some((alarm) => text.startsWith(alarm));
    if (isAlarm) context.violation(`${run.name} logs: ${text}`);
  };
  return Object.assign(Object.create(silent) as Logger, { info: write, warn: write, error: write });
};

const GATEWAYS = 2;
/** Connections break less often at a commit than at other statements. */
const COMMIT_SHARE = 0.5;
const silent = createLogger('interleavings', 'silent');

/** The whole shop in one Node process: two processes of each service and two gateways. Each can be killed separately. */
export class Shop {
  readonly network: Network;
  readonly square: Square;
  readonly queue: ScriptedQueue;
  readonly gates: Record<Service, Gate>;
  gateways: ProcessRun[] = [];
  onGatewayKilled: (run: ProcessRun) => void = () => undefined;
  /** Runs before a process handles a message; for safety checks. */
  onMessage: (subject: string, request: unknown) => Promise<void> = () => Promise.resolve();
  /** Runs when Square captures a payment; for safety checks. */
  onCapture: (attemptId: string) => void = () => undefined;

  private readonly running = new Map<Slot, ShopProcess>();
  private readonly deps: ProcessDeps;

  private constructor(
    private readonly testBed: TestBed,
    private readonly context: RunContext,
    mutation: Mutation,
  ) {
    const { random } = context;
    this.network = new Network(context, (service) => this.ofService(service as Service));
    this.queue = new ScriptedQueue(context, () => this.catalog);
    const habits = {
      repeatsFirstReply: random.chance(0.5),
      repeatsDecline: random.chance(0.5),
      refusesCancelOfEnded: random.chance(0.5),
      keepsFailed: random.chance(0.8),
      drawOfRefunds: () => ({
        refusesSecondPending: random.chance(0.5),
        refusesAfterFailed: random.chance(0.5),
        repeatsFirstRefund: random.chance(0.5),
      }),
    };
    this.square = new Square(
      context,
      habits,
      (payment, kind) => {
        context.names.give(payment.id, context.names.of(payment.attemptId));
        if (payment.status === 'COMPLETED') this.onCapture(payment.attemptId);
        deliverWebhooks(context, this.network, kind, payment);
      },
      (refund, payment, kind) => {
        context.names.give(refund.id, `refund of ${context.names.of(payment.id)}`);
        deliverWebhooks(context, this.network, kind, payment, refund);
      },
    );
    this.gates = this.openGates(random.chance(0.25), mutation.rewrite);
    const config = Object.assign(new PaymentsConfig(), {
      SQUARE_BASE_URL: 'http://127.0.0.1:1',
      SQUARE_LOCATION_ID: 'L1',
      SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
      PUBLIC_URL: 'http://localhost',
    });
    const { network, square, queue } = this;
    const loggerFor = (run: ProcessRun): Logger => countingLogger(run, context, silent);
    this.deps = { context, network, square, queue, config, mutation, loggerFor };
  }

  /** Opens a shop with empty databases, the geodes on sale, and all processes started. */
  static async open(testBed: TestBed, context: RunContext, mutation: Mutation, geodes: ScenarioGeode[]): Promise<Shop> {
    const shop = new Shop(testBed, context, mutation);
    await Promise.all(SERVICES.map((service) => testBed.databases[service].clean()));
    for (const slot of testBed.slots) shop.start(slot);
    await shop.putOnSale(geodes);
    for (const slot of testBed.slots) slot.user.gate = shop.gates[slot.service];
    for (let number = 1; number <= GATEWAYS; number += 1) shop.startGateway(`gateway#${number}`);
    return shop;
  }

  get orders(): OrdersProcess[] {
    return this.ofService('orders') as OrdersProcess[];
  }

  get payments(): PaymentsProcess[] {
    return this.ofService('payments') as PaymentsProcess[];
  }

  get catalog(): CatalogProcess[] {
    return this.ofService('catalog') as CatalogProcess[];
  }

  /** All live processes, gateways included. */
  get runs(): ProcessRun[] {
    return [...[...this.running.values()].map(({ run }) => run), ...this.gateways];
  }

  get emptySlots(): Slot[] {
    return this.testBed.slots.filter((slot) => !this.running.has(slot));
  }

  start(slot: Slot): void {
    const run = new ProcessRun(slot.name);
    run.speed = 2 ** -this.context.random.between(0, 4);
    slot.user.run = run;
    const process = startProcess(slot, run, this.deps);
    const { handle } = process;
    this.running.set(slot, {
      ...process,
      handle: async (subject: string, request: unknown) => {
        await this.context.scheduler.during(this.onMessage(subject, request));
        return handle(subject, request);
      },
    });
  }

  startGateway(name: string): void {
    this.gateways.push(new ProcessRun(name));
  }

  /** False while a statement of the process waits for a lock, because the harness cannot cancel it. */
  mayKill(run: ProcessRun): boolean {
    return !SERVICES.some((service) => this.gates[service].hasWaiting(run));
  }

  /** Kills a process as `kill -9` does: its transactions roll back, its leases stay. */
  async kill(run: ProcessRun): Promise<void> {
    run.dead = true;
    this.context.scheduler.dropStepsOf(run);
    const slot = [...this.running.keys()].find((candidate) => this.running.get(candidate)?.run === run);
    if (slot) {
      this.running.delete(slot);
      await this.context.scheduler.during(this.gates[slot.service].dropSessions(run));
    } else {
      this.gateways = this.gateways.filter((gateway) => gateway !== run);
      this.onGatewayKilled(run);
      this.startGateway(run.name);
    }
  }

  /** Ends all processes, so that nothing of this run reaches the next one. */
  async close(): Promise<void> {
    for (const run of this.runs) run.dead = true;
    for (const service of SERVICES) await this.gates[service].dropAllSessions();
    for (const { user } of this.testBed.slots) Object.assign(user, { run: undefined, gate: undefined });
  }

  private ofService(service: Service): ShopProcess[] {
    return [...this.running.values()].filter((process) => process.service === service);
  }

  private openGates(interleavesTransactions: boolean, rewrite: Mutation['rewrite']): Record<Service, Gate> {
    const { random, scheduler, names, faults } = this.context;
    const faultOf = (kind: StatementKind): DatabaseFault => {
      const share = kind === 'rollback' ? 0 : kind === 'commit' ? COMMIT_SHARE : 1;
      if (!random.chance(faults.databaseBreaks * share)) return undefined;
      this.context.count('a broken database connection');
      return random.chance(0.5) ? 'before' : 'after';
    };
    const open = (service: Service) =>
      new Gate(this.testBed.databases[service], scheduler, names, interleavesTransactions, faultOf, rewrite);
    const gates = { orders: open('orders'), payments: open('payments'), catalog: open('catalog') };
    scheduler.afterEachStep = async () => {
      for (const service of SERVICES) await gates[service].resumeUnblocked();
    };
    return gates;
  }

  private async putOnSale(scenarioGeodes: ScenarioGeode[]): Promise<void> {
    const geodes = scenarioGeodes.map(({ id, name, priceCents, units }) => ({
      id,
      title: name,
      description: name,
      price: (priceCents / 100).toFixed(2),
      size: '4 inches',
      location: 'Keokuk',
      crystalType: 'Quartz',
      quantity: units,
      imageUrl: '/objects/geode.webp',
      origin: 'owner' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    await this.catalog[0]?.handle('catalog.import-geodes', { geodes });
  }
}
