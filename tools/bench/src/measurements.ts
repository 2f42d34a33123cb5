import type { Measurement, Teller } from './bench.js';
import { adminOrders } from './rows/admin-orders.js';
import { catalogue } from './rows/catalogue.js';
import { endurance } from './rows/endurance.js';
import { filters, search } from './rows/filters.js';
import { fresh } from './rows/fresh.js';
import { growth } from './rows/growth.js';
import { html } from './rows/html.js';
import { memory } from './rows/memory.js';
import { objects } from './rows/objects.js';
import { hotStone, orders } from './rows/orders.js';
import { start } from './rows/start.js';

/** Of one running shop: by the names of `npm run bench -- …`, in the order in which they are made. */
export const inShop: Readonly<Record<string, Measurement>> = {
  memory,
  catalogue,
  html,
  objects,
  orders,
  'hot-stone': hotStone,
  fresh,
  filters,
  search,
  growth,
  endurance,
};

/** An hour long: made only where it is asked for. */
export const ONLY_BY_NAME = ['endurance'];

/** These start what they measure; they come last. */
export const byThemselves: Readonly<Record<string, Measurement<Teller>>> = {
  start,
  'admin-orders': adminOrders,
};
