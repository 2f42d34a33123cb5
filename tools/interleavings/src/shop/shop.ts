import { createLogger, type Logger } from '@geodes/kit';
import { PaymentsConfig } from '@geodes/payments/dist/config.js';
import type { Stone } from '../actors/scenario.js';
import { type DatabaseFault, Gate } from '../database/gate.js';
import type { StatementKind } from '../database/statement.js';
import { Network } from '../network/network.js';
import { ScriptedQueue } from '../network/scripted-queue.js';
import { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { Square } from '../square/square.js';
import { deliverWebhooks, SIGNATURE_KEY } from '../square/webhooks.js';
import { countingLogger } from './counting-logger.js';
import type { Mutation } from './mutation.js';
import {
  type CatalogProcess,
  type Ground,
  type OrdersProcess,
  type PaymentsProcess,
  type ShopProcess,
  startProcess,
} from './processes.js';
import { type Service, SERVICES, type Site, type Slot } from './slots.js';

const GATEWAYS = 2;
/** Breaks of a database are rarer inside a transaction: it has many statements. */
const COMMIT_SHARE = 0.5;
const silent = createLogger('interleavings', 'silent');

/** The whole shop in one process: two of each service and two gateways, each with a life of its own. */
export class Shop {
  readonly network: Network;
  readonly square: Square;
  readonly queue: ScriptedQueue;
  readonly gates: Record<Service, Gate>;
  gateways: ProcessRun[] = [];
  onGatewayEnd: (life: ProcessRun) => void = () => undefined;
  /** Asked before a process takes a message; the witness looks at what must be true then. */
  onMessage: (subject: string, request: unknown) => Promise<void> = () => Promise.resolve();
  /** Told what Square has captured. */
  onCapture: (attemptId: string) => void = () => undefined;

  private readonly running = new Map<Slot, ShopProcess>();
  private readonly ground: Ground;
  private lives = 0;

  private constructor(
    private readonly site: Site,
    private readonly around: RunContext,
    mutation: Mutation,
  ) {
    const { random } = around;
    this.network = new Network(around, (service) => this.ofService(service as Service));
    this.queue = new ScriptedQueue(around, () => this.catalog);
    const habits = {
      repeatsFirstReply: random.chance(0.5),
      repeatsDecline: random.chance(0.5),
      refusesCancelOfEnded: random.chance(0.5),
      keepsFailed: random.chance(0.8),
    };
    this.square = new Square(around, habits, (payment, kind) => {
      around.names.give(payment.id, around.names.of(payment.attemptId));
      if (payment.status === 'COMPLETED') this.onCapture(payment.attemptId);
      deliverWebhooks(around, this.network, payment, kind);
    });
    this.gates = this.openGates(random.chance(0.25), mutation.rewrite);
    const config = Object.assign(new PaymentsConfig(), {
      SQUARE_BASE_URL: 'http://127.0.0.1:1',
      SQUARE_LOCATION_ID: 'L1',
      SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
      PUBLIC_URL: 'http://localhost',
    });
    const { network, square, queue } = this;
    const loggerFor = (life: ProcessRun): Logger => countingLogger(life, around, silent);
    this.ground = { around, network, square, queue, config, mutation, loggerFor };
  }

  /** Empty databases, the stones on sale, every process running. */
  static async open(site: Site, around: RunContext, mutation: Mutation, stones: Stone[]): Promise<Shop> {
    const shop = new Shop(site, around, mutation);
    await Promise.all(SERVICES.map((service) => site.databases[service].clean()));
    for (const slot of site.slots) shop.start(slot);
    await shop.putOnSale(stones);
    for (const slot of site.slots) slot.user.gate = shop.gates[slot.service];
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

  /** Every process that lives, the gateways too. */
  get lifes(): ProcessRun[] {
    return [...[...this.running.values()].map(({ life }) => life), ...this.gateways];
  }

  get empty(): Slot[] {
    return this.site.slots.filter((slot) => !this.running.has(slot));
  }

  start(slot: Slot): void {
    const life = new ProcessRun(slot.name);
    life.speed = 2 ** -this.around.random.between(0, 4);
    slot.user.life = life;
    const process = startProcess(slot, life, this.ground);
    const { handle } = process;
    this.running.set(slot, {
      ...process,
      handle: async (subject: string, request: unknown) => {
        await this.around.scheduler.during(this.onMessage(subject, request));
        return handle(subject, request);
      },
    });
    this.lives += 1;
  }

  startGateway(name: string): void {
    this.gateways.push(new ProcessRun(name));
  }

  /** False where one of its statements waits for a lock, which the harness cannot take back. */
  mayKill(life: ProcessRun): boolean {
    return !SERVICES.some((service) => this.gates[service].hasWaiting(life));
  }

  /** As kill -9: nothing of it ever goes on, its open transactions are undone, its leases stay. */
  async kill(life: ProcessRun): Promise<void> {
    life.dead = true;
    this.around.scheduler.forget(life);
    const slot = [...this.running.keys()].find((candidate) => this.running.get(candidate)?.life === life);
    if (slot) {
      this.running.delete(slot);
      await this.around.scheduler.during(this.gates[slot.service].cutOff(life));
    } else {
      this.gateways = this.gateways.filter((gateway) => gateway !== life);
      this.onGatewayEnd(life);
      this.startGateway(life.name);
    }
  }

  /** Nothing of this interleaving may reach the next one. */
  async close(): Promise<void> {
    for (const life of this.lifes) {
      life.dead = true;
      for (const service of SERVICES) await this.gates[service].cutOff(life);
    }
    for (const { user } of this.site.slots) Object.assign(user, { life: undefined, gate: undefined });
  }

  private ofService(service: Service): ShopProcess[] {
    return [...this.running.values()].filter((process) => process.service === service);
  }

  private openGates(fine: boolean, rewrite: Mutation['rewrite']): Record<Service, Gate> {
    const { random, scheduler, names, faults } = this.around;
    const faultOf = (kind: StatementKind): DatabaseFault => {
      const share = kind === 'rollback' ? 0 : kind === 'commit' ? COMMIT_SHARE : 1;
      if (!random.chance(faults.databaseBreaks * share)) return undefined;
      this.around.count('a database connection that breaks');
      return random.chance(0.5) ? 'before' : 'after';
    };
    const open = (service: Service) => new Gate(this.site.databases[service], scheduler, names, fine, faultOf, rewrite);
    const gates = { orders: open('orders'), payments: open('payments'), catalog: open('catalog') };
    scheduler.afterEachTurn = async () => {
      for (const service of SERVICES) await gates[service].lookAfterWaiting();
    };
    return gates;
  }

  private async putOnSale(stones: Stone[]): Promise<void> {
    const geodes = stones.map(({ id, name, priceCents, units }) => ({
      id,
      title: name,
      description: name,
      price: (priceCents / 100).toFixed(2),
      size: '4 inches',
      location: 'Keokuk',
      crystalType: 'Quartz',
      quantity: units,
      imageUrl: '/objects/stone.webp',
      origin: 'owner' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    await this.catalog[0]?.handle('catalog.import-geodes', { geodes });
  }
}
