import type { Random } from '@geodes/testing';
import type { FaultProfile } from './faults.js';
import type { ProcessRun, Scheduler } from './scheduler.js';
import type { Owner } from '../actors/owner.js';
import type { RecordedResponse, Web } from '../actors/web.js';
import type { Scenario } from '../actors/scenario.js';
import type { Shop } from '../shop/shop.js';
import type { TestBed } from '../shop/slots.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The schedule's names for ids. */
export class Names {
  private readonly names = new Map<string, string>();

  give(id: string, name: string): void {
    this.names.set(id.toLowerCase(), name);
  }

  of(id: string): string {
    return this.names.get(id.toLowerCase()) ?? `~${id.slice(0, 4)}`;
  }

  /** Returns the names of all ids in a value. */
  in(value: unknown): string {
    const ids = JSON.stringify(value)?.match(UUID) ?? [];
    const named = ids.flatMap((id) => this.names.get(id.toLowerCase()) ?? []);
    return [...new Set(named)].join(', ');
  }
}

/** What all parts of one run share. */
export interface RunContext {
  scheduler: Scheduler;
  random: Random;
  names: Names;
  faults: FaultProfile['rates'];
  /** Broken connections between services, such as `orders-payments`, and `square` while Square is down. */
  outages: Set<string>;
  /** The fault phase is over: buyers start nothing new. */
  isClosing: boolean;
  /** Delivers something: at once, or late with the probability of the fault profile or `lateChance`, whichever is higher. */
  send(label: string, owner: ProcessRun | null, run: () => void, lateChance?: number): void;
  /** Counts an event, for the lower bounds of the tests. */
  count(what: string): void;
  /** Records a broken invariant. */
  violation(what: string): void;
}

/** The parts of one run. */
export interface World {
  testBed: TestBed;
  random: Random;
  scheduler: Scheduler;
  context: RunContext;
  profile: FaultProfile;
  scenario: Scenario;
  shop: Shop;
  web: Web;
  owner: Owner;
  /** Responses to buyers, in the order of their arrival. */
  responses: RecordedResponse[];
  /** Buyers who have not finished. */
  activeBuyers: number;
}
