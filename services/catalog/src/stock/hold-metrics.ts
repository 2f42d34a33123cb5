import { Counter, Gauge } from '@geodes/kit';

/** `ended`: by their buyers; `expired`: their time was up, or their page was left. */
export const holdEvents = new Counter({
  name: 'shop_holds_total',
  help: 'Holds of buyers, by what became of them: taken, ended, expired, ended-by-owner',
  labelNames: ['what'] as const,
});

/** Counted in the books, which all catalogue processes share: each tells the same number. */
export const openHolds = new Gauge({ name: 'shop_holds_open', help: 'Holds there are now' });
export const heldGeodes = new Gauge({ name: 'shop_holds_stones', help: 'Stones that holds keep off sale now' });
