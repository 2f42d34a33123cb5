import { Counter, Gauge } from '@geodes/kit';

/** `ended` by the buyer; `expired` because the time was up or the page was left. */
export const holdEvents = new Counter({
  name: 'shop_holds_total',
  help: 'Holds of buyers, by what became of them: taken, ended, expired, ended-by-owner',
  labelNames: ['what'] as const,
});

/** Counted in the database, so every catalogue process reports the same number. */
export const openHolds = new Gauge({ name: 'shop_holds_open', help: 'Open holds' });
export const heldGeodes = new Gauge({ name: 'shop_holds_stones', help: 'Geodes that holds keep off sale' });
