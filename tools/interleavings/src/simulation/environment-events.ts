import { LEASE_MS } from '@geodes/orders/dist/checkout/attempt-store.js';
import { SERVICES } from '../shop/slots.js';
import type { FaultProfile } from './faults.js';
import { openHolds } from './run-data.js';
import type { ProcessRun } from './scheduler.js';
import type { World } from './run-context.js';

/** Durations of stalls, milliseconds: near the leases, the timeouts and the expiry of Square's authorisations. */
const STALLS_MS = [1_000, 4_500, 7_900, 9_000, 12_500, 31_000, 70_000];
const LONG_STALLS_MS = [590_000, 605_000, 660_000, 960_000];
const SKEWS_MS = [-90_000, -3_000, 3_000, 90_000, 3_600_000];
const DATABASE_SKEWS_MS = [-20_000, 5_000, 15_000];
const RESTART_DELAYS_MS = [100, 1_000, 2_000, 9_000, 20_000];
const PAUSES_MS = [500, 5_000, 9_000, 12_000, 13_000, 16_000, 20_000, 45_000];
const OUTAGES_MS = [3_000, 12_000, 40_000];
const CUTS = ['gateway-orders', 'orders-catalog', 'orders-payments', 'catalog-orders'];
const WEIGHTS: Record<string, number> = { orders: 4, payments: 2 };
/** Periodic tasks run more often while no step can run. */
const IDLE_TASK_FACTOR = 3;

type Handler = () => void | Promise<void>;

/** Injects faults, lets time pass, starts periodic tasks and lets the owner act. */
export class EnvironmentEvents {
  private taskFactor = 1;
  private readonly all: { rate: () => number; handle: Handler }[];

  constructor(private readonly world: World) {
    const { rates, tasks } = world.profile;
    const event = (kind: keyof FaultProfile['rates'], handle: Handler) => ({ rate: () => rates[kind], handle });
    const task = (kind: keyof FaultProfile['tasks'], handle: Handler) => ({
      rate: () => tasks[kind] * this.taskFactor,
      handle,
    });
    this.all = [
      event('kill', () => this.kill(this.pickRun())),
      event('pause', () => this.pause(this.pickRun())),
      event('powerCut', () => this.powerCut()),
      event('stall', () => this.stall(STALLS_MS)),
      event('longStall', () => this.stall(LONG_STALLS_MS)),
      event('wallClockJumps', () => this.setWallClock(this.pickRun())),
      event('databaseClockJumps', () => this.setDatabaseClock()),
      event('queueEmptied', () => this.emptyQueue()),
      event('squareDown', () => this.outage('square')),
      event('cut', () => this.outage(world.random.pick(CUTS))),
      task('recovery', () => this.recover()),
      task('reconciliation', () => this.reconcile()),
      task('sweep', () => this.runTask('payments sweeps stuck payments', world.shop.payments, (one) => one.sweep())),
      task('relay', () => this.runTask('orders relays its outbox', world.shop.orders, (one) => one.relay())),
      task('owner', () => world.owner.act()),
      task('ownerInSquare', () => this.refundInSquare()),
      task('refunds', () => this.runTask('orders continues refunds', world.shop.orders, (one) => one.refund())),
      task('refundSync', () => this.runTask('orders copies refunds', world.shop.orders, (one) => one.syncRefunds())),
      task('holds', () => this.holds()),
    ];
  }

  /** Draws an event by the rates of the fault profile. Returns false when none occurred. */
  async maybeRun(): Promise<boolean> {
    const { random, scheduler } = this.world;
    this.taskFactor = scheduler.hasReadySteps ? 1 : IDLE_TASK_FACTOR;
    const total = this.all.reduce((sum, { rate }) => sum + rate(), 0);
    if (!random.chance(Math.min(total, 0.5))) return false;
    await random.weighted(this.all, ({ rate }) => rate()).handle();
    return true;
  }

  /** Resumes a paused process, or lets a second pass, when no step can run. */
  unblock(): void {
    const stopped = this.world.shop.runs.find(({ paused }) => paused);
    if (stopped) this.resume(stopped);
    else this.world.scheduler.advance(1_000);
  }

  /** Draws a process; those of orders and payments more often. */
  private pickRun(): ProcessRun {
    const { random, shop } = this.world;
    return random.weighted(shop.runs, ({ name }) => WEIGHTS[name.split('#')[0] ?? ''] ?? 1);
  }

  private async kill(run: ProcessRun): Promise<void> {
    const { shop, random, scheduler } = this.world;
    if (run.dead || !shop.mayKill(run)) return;
    this.record(`${run.name} is killed`, 'a process killed');
    await shop.kill(run);
    scheduler.addTimer('a process starts again', null, random.pick(RESTART_DELAYS_MS), () => {
      const slot = shop.emptySlots[0];
      if (slot) shop.start(slot);
    });
  }

  private async powerCut(): Promise<void> {
    this.record('the power is cut', 'a power cut');
    for (const run of this.world.shop.runs) await this.kill(run);
  }

  private pause(run: ProcessRun): void {
    const { random, scheduler } = this.world;
    if (run.paused) return;
    run.paused = true;
    this.record(`${run.name} is paused`, 'a process paused');
    const pausedAt = scheduler.now;
    const isWorking = this.world.shop.orders.some((orders) => orders.run === run && orders.isWorking());
    scheduler.addTimer(`${run.name} goes on`, null, random.pick(PAUSES_MS), () => {
      if (isWorking && scheduler.now - pausedAt > LEASE_MS) this.world.context.count('a worker paused past its lease');
      this.resume(run);
    });
  }

  private resume(run: ProcessRun): void {
    run.paused = false;
    this.world.scheduler.note(`    ${run.name} runs`);
  }

  private stall(choices: number[]): void {
    const { random, scheduler } = this.world;
    const ms = random.pick(choices);
    this.record(`all processes stall for ${ms} ms`, ms > 500_000 ? 'a long stall' : 'a stall');
    scheduler.advance(ms);
  }

  private setWallClock(run: ProcessRun): void {
    run.wallSkewMs = this.world.random.pick(SKEWS_MS);
    this.record(`the clock of ${run.name} is ${run.wallSkewMs} ms off`, 'a process clock that jumps');
  }

  private setDatabaseClock(): void {
    const { random, shop } = this.world;
    const service = random.pick(SERVICES);
    shop.gates[service].clockSkewMs = random.pick(DATABASE_SKEWS_MS);
    this.record(`the clock of the ${service} database jumps`, 'a database clock that jumps');
  }

  private emptyQueue(): void {
    this.record('Redis comes back empty', 'the queue emptied');
    this.world.shop.queue.empty();
  }

  private outage(what: string): void {
    const { context, random, scheduler } = this.world;
    if (context.outages.has(what)) return;
    context.outages.add(what);
    this.record(`outage: ${what}`, `an outage: ${what}`);
    scheduler.addTimer(`${what} is back`, null, random.pick(OUTAGES_MS), () => context.outages.delete(what));
  }

  private recover(): void {
    const { shop, random, scheduler } = this.world;
    const awake = shop.orders.filter(({ run }) => !run.paused);
    const both = random.chance(0.3);
    scheduler.note(`orders recovers abandoned checkouts${both ? ', in both processes' : ''}`);
    const recovering = both || awake.length === 0 ? awake : [random.pick(awake)];
    if (recovering.length > 1) this.world.context.count('recovery in two processes at once');
    for (const { recover } of recovering) void recover();
  }

  private reconcile(): void {
    const { random, shop } = this.world;
    this.runTask('payments reconciles with Square', shop.payments, (one) =>
      one.reconcile(random.chance(0.9) ? 'recent' : 'day'),
    );
  }

  private refundInSquare(): void {
    const { square } = this.world.shop;
    const captured = square.ledger.payments.filter(({ status }) => status === 'COMPLETED');
    if (captured.length > 0) square.refundInSquare(this.world.random.pick(captured));
  }

  /** Ends expired holds; sometimes the owner ends an active hold instead. */
  private async holds(): Promise<void> {
    const { shop, owner, random, scheduler, testBed } = this.world;
    if (random.chance(0.3)) {
      const holdIds = await scheduler.during(openHolds(testBed));
      if (holdIds.length > 0) owner.endHold(random.pick(holdIds));
      return;
    }
    this.runTask('catalog ends expired holds', shop.catalog, (one) => one.endHolds());
  }

  /** Runs a periodic task in one of the processes that are not paused. */
  private runTask<Process extends { run: ProcessRun }>(
    what: string,
    processes: readonly Process[],
    task: (process: Process) => Promise<void>,
  ): void {
    this.world.scheduler.note(what);
    const awake = processes.filter(({ run }) => !run.paused);
    if (awake.length > 0) void task(this.world.random.pick(awake));
  }

  private record(what: string, kind: string): void {
    this.world.context.count(kind);
    this.world.scheduler.note(`*** ${what}`);
  }
}
