import type { Random } from '@geodes/testing';
import type { Answer } from '../actors/answers.js';
import type { Scenario } from '../actors/scenario.js';
import type { Web } from '../actors/web.js';
import type { FaultProfile } from '../faults.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { RunContext } from '../schedule/run-context.js';
import type { Shop } from '../shop/shop.js';
import type { Site } from '../shop/slots.js';

/** Everything of one interleaving. */
export interface World {
  site: Site;
  random: Random;
  scheduler: Scheduler;
  around: RunContext;
  weather: FaultProfile;
  scenario: Scenario;
  shop: Shop;
  web: Web;
  /** What buyers were told, in the order they were told it. */
  answers: Answer[];
  /** How many buyers are not done yet. */
  shopping: number;
}
