import { LEASE_MS } from '@geodes/orders/dist/checkout/attempt-store.js';
import type { Owner } from '../actors/owner.js';
import { openHolds } from '../data/run-data.js';
import type { EventRates, Rhythm } from '../faults.js';
import type { ProcessRun } from '../schedule/process-run.js';
import { SERVICES } from '../shop/slots.js';
import type { World } from './world.js';

/** How long nobody may get anything done, milliseconds: around leases, time limits and Square's patience. */
const STALLS_MS = [1_000, 4_500, 7_900, 9_000, 12_500, 31_000, 70_000];
const LONG_STALLS_MS = [590_000, 605_000, 660_000, 960_000];
const SKEWS_MS = [-90_000, -3_000, 3_000, 90_000, 3_600_000];
const DATABASE_SKEWS_MS = [-20_000, 5_000, 15_000];
const DEAD_MS = [100, 1_000, 2_000, 9_000, 20_000];
const STOPPED_MS = [500, 5_000, 9_000, 12_000, 13_000, 16_000, 20_000, 45_000];
const OUTAGES_MS = [3_000, 12_000, 40_000];
const CUTS = ['gateway-orders', 'orders-catalog', 'orders-payments', 'catalog-orders'];
const WEIGHTS: Record<string, number> = { orders: 4, payments: 2 };
/** While everybody waits for time to pass, the rounds of the services come sooner. */
const WHILE_WAITING = 3;

type Happening = () => void | Promise<void>;

/** What comes from outside: processes that die and stop, time that passes, rounds that are due, the owner. */
export class EnvironmentEvents {
  private haste = 1;
  private readonly all: { rate: () => number; happen: Happening }[];

  constructor(
    private readonly world: World,
    owner: Owner,
  ) {
    const { rates, rhythm } = world.weather;
    const event = (kind: keyof EventRates, happen: Happening) => ({ rate: () => rates[kind], happen });
    const round = (kind: keyof Rhythm, happen: Happening) => ({ rate: () => rhythm[kind] * this.haste, happen });
    this.all = [
      event('kill', () => this.kill(this.someone())),
      event('pause', () => this.stop(this.someone())),
      event('powerCut', () => this.powerCut()),
      event('stall', () => this.pass(STALLS_MS)),
      event('longStall', () => this.pass(LONG_STALLS_MS)),
      event('wallClockJumps', () => this.setWallClock(this.someone())),
      event('databaseClockJumps', () => this.setDatabaseClock()),
      event('queueEmptied', () => this.emptyQueue()),
      event('squareDown', () => this.outage('square')),
      event('cut', () => this.outage(world.random.pick(CUTS))),
      round('recovery', () => this.recover()),
      round('reconciliation', () => this.reconcile()),
      round('sweep', () => this.sweep()),
      round('relay', () => this.relay()),
      round('owner', () => owner.act()),
      round('holds', () => this.holds(owner)),
    ];
  }

  /** Lets one of them happen, as often as the weather says; false where none did. */
  async maybe(): Promise<boolean> {
    const { random, scheduler } = this.world;
    this.haste = scheduler.hasPossible ? 1 : WHILE_WAITING;
    const total = this.all.reduce((sum, { rate }) => sum + rate(), 0);
    if (!random.chance(Math.min(total, 0.5))) return false;
    await random.weighted(this.all, ({ rate }) => rate()).happen();
    return true;
  }

  /** Nothing can happen any more: whoever is stopped goes on. */
  wakeSomebody(): void {
    const stopped = this.world.shop.lifes.find(({ paused }) => paused);
    if (stopped) this.goOn(stopped);
    else this.world.scheduler.pass(1_000);
  }

  /** Mostly one of those that a purchase depends on. */
  private someone(): ProcessRun {
    const { random, shop } = this.world;
    return random.weighted(shop.lifes, ({ name }) => WEIGHTS[name.split('#')[0] ?? ''] ?? 1);
  }

  private async kill(life: ProcessRun): Promise<void> {
    const { shop, random, scheduler } = this.world;
    if (life.dead || !shop.mayKill(life)) return;
    this.tell(`${life.name} is killed`, 'a process killed');
    await shop.kill(life);
    scheduler.addTimer('a process starts again', null, random.pick(DEAD_MS), () => {
      const slot = shop.empty[0];
      if (slot) shop.start(slot);
    });
  }

  private async powerCut(): Promise<void> {
    this.tell('the power is cut', 'a power cut');
    for (const life of this.world.shop.lifes) await this.kill(life);
  }

  private stop(life: ProcessRun): void {
    const { random, scheduler } = this.world;
    if (life.paused) return;
    life.paused = true;
    this.tell(`${life.name} stops`, 'a process stopped for a while');
    const since = scheduler.now;
    const isWorking = this.world.shop.orders.some((orders) => orders.life === life && orders.isWorking());
    scheduler.addTimer(`${life.name} goes on`, null, random.pick(STOPPED_MS), () => {
      if (isWorking && scheduler.now - since > LEASE_MS) this.world.around.count('a worker stopped past its lease');
      this.goOn(life);
    });
  }

  private goOn(life: ProcessRun): void {
    life.paused = false;
    this.world.scheduler.note(`    ${life.name} runs`);
  }

  private pass(choices: number[]): void {
    const { random, scheduler } = this.world;
    const ms = random.pick(choices);
    this.tell(`nobody gets anything done for ${ms} ms`, ms > 500_000 ? 'a long stall' : 'a stall');
    scheduler.pass(ms);
  }

  private setWallClock(life: ProcessRun): void {
    life.wallSkewMs = this.world.random.pick(SKEWS_MS);
    this.tell(`the clock of ${life.name} is ${life.wallSkewMs} ms off`, 'a clock that is wrong');
  }

  private setDatabaseClock(): void {
    const { random, shop } = this.world;
    const service = random.pick(SERVICES);
    shop.gates[service].clockSkewMs = random.pick(DATABASE_SKEWS_MS);
    this.tell(`the clock of the ${service} database jumps`, "a database's clock that jumps");
  }

  private emptyQueue(): void {
    this.tell('Redis comes back empty', 'the queue emptied');
    this.world.shop.queue.empty();
  }

  private outage(what: string): void {
    const { around, random, scheduler } = this.world;
    if (around.outages.has(what)) return;
    around.outages.add(what);
    this.tell(`nothing gets through: ${what}`, `an outage: ${what}`);
    scheduler.addTimer(`${what} is back`, null, random.pick(OUTAGES_MS), () => around.outages.delete(what));
  }

  private recover(): void {
    const { shop, random, scheduler } = this.world;
    const able = shop.orders.filter(({ life }) => !life.paused);
    const both = random.chance(0.3);
    scheduler.note(`orders looks for abandoned checkouts${both ? ', in both processes' : ''}`);
    const looking = both || able.length === 0 ? able : [random.pick(able)];
    if (looking.length > 1) this.world.around.count('two recoverers at once');
    for (const { recover } of looking) void recover();
  }

  private reconcile(): void {
    const { random, scheduler } = this.world;
    scheduler.note('payments compares its books with Square');
    void this.ablePayments()?.reconcile(random.chance(0.9) ? 'recent' : 'day');
  }

  private sweep(): void {
    this.world.scheduler.note('payments looks for stuck payments');
    void this.ablePayments()?.sweep();
  }

  private relay(): void {
    const { shop, random, scheduler } = this.world;
    const able = shop.orders.filter(({ life }) => !life.paused);
    scheduler.note('orders looks into its outbox');
    if (able.length > 0) random.pick(able).relay();
  }

  /** Mostly the look that ends what is over; now and then the owner ends a hold that is not. */
  private async holds(owner: Owner): Promise<void> {
    const { shop, random, scheduler, site } = this.world;
    if (random.chance(0.3)) {
      const holdIds = await scheduler.during(openHolds(site));
      if (holdIds.length > 0) owner.endHold(random.pick(holdIds));
      return;
    }
    const able = shop.catalog.filter(({ life }) => !life.paused);
    scheduler.note('catalog looks for holds that are over');
    if (able.length > 0) void random.pick(able).endHolds();
  }

  private ablePayments() {
    const { shop, random } = this.world;
    const able = shop.payments.filter(({ life }) => !life.paused);
    return able.length > 0 ? random.pick(able) : undefined;
  }

  private tell(what: string, kind: string): void {
    this.world.around.count(kind);
    this.world.scheduler.note(`*** ${what}`);
  }
}
