import type { Random } from '@geodes/testing';
import type { RecordedResponse } from '../actors/responses.js';
import type { Scenario } from '../actors/scenario.js';
import type { Web } from '../actors/web.js';
import type { Shop } from '../shop/shop.js';
import type { TestBed } from '../shop/slots.js';
import type { FaultProfile } from './faults.js';
import type { RunContext } from './run-context.js';
import type { Scheduler } from './scheduler.js';

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
  /** Responses to buyers, in the order of their arrival. */
  responses: RecordedResponse[];
  /** Buyers who have not finished. */
  activeBuyers: number;
}
