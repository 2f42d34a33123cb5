import { loadavg } from 'node:os';
import type { Measurement } from './bench.js';
import { fillOrders } from './data/fill-orders.js';
import { byThemselves, inShop } from './measurements.js';
import { keepInDocument } from './report/document.js';
import { BenchShop } from './shop.js';

export interface RunOptions {
  names: string[];
  geodes: number;
  orders: number;
  rounds: number;
  /** Of each turn. */
  seconds: number;
  /** Of a load that goes on and on. */
  minutes: number;
  /** Whether the figures go into docs/performance.md. */
  keep: boolean;
}

/** Makes these measurements, one after the other. What answered wrongly, in words. */
export const run = async (options: RunOptions, say: (line: string) => void): Promise<string[]> => {
  const wrong: string[] = [];
  const make = async <Given>(measurements: Readonly<Record<string, Measurement<Given>>>, given: Given) => {
    for (const [name, measurement] of Object.entries(measurements)) {
      if (!options.names.includes(name)) continue;
      say(`${name} (load ${loadavg()[0]?.toFixed(1)})`);
      const done = await measurement(given);
      wrong.push(...done.wrong.map((what) => `${name}: ${what}`));
      if (options.keep) await keepInDocument(name, done.rows);
    }
  };
  if (Object.keys(inShop).some((name) => options.names.includes(name))) {
    const shop = await BenchShop.start();
    try {
      const { rounds, seconds, minutes, geodes } = options;
      say('Filling a shop of its own.');
      await shop.have(geodes, say);
      await fillOrders(shop.orders, options.orders, say);
      await make(inShop, { shop, say, rounds, seconds, minutes, geodes });
    } finally {
      await shop.stop();
    }
  }
  await make(byThemselves, { say });
  return wrong;
};
