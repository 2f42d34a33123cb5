// What the benches of the orders service have in common: a million orders in a database of its own, and how figures are
// taken and said.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { freshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';
import { fill } from './fill.mjs';

const TARGET_MS = 100;

export const say = (text) => process.stdout.write(`${text}\n`);
export const count = (number) => number.toLocaleString('en-US');

export const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export const repeated = async (times, work) => {
  const all = [];
  for (let time = 0; time < times; time += 1) all.push(await timed(work));
  return all;
};

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** One line of the table; a median that misses the target is bold. */
export const row = (name, times, more) => {
  const sorted = times.toSorted((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const shown = median >= TARGET_MS ? `**${median.toFixed(1)}**` : median.toFixed(1);
  say(`| ${name} | ${shown} | ${quantile(sorted, 0.95).toFixed(1)} | ${more} |`);
};

/** The plans of a request's statements, each with its statement; `explain` is what follows EXPLAIN. */
export const plansOf = async (database, ask, explain = '') => {
  const said = [];
  const query = database.query;
  database.query = (sql, parameters) => {
    said.push([sql, parameters]);
    return query.call(database, sql, parameters);
  };
  try {
    await ask();
  } finally {
    database.query = query;
  }
  const plans = [];
  for (const [sql, parameters] of said) {
    const lines = await database.query(`EXPLAIN ${explain} ${sql}`, parameters);
    plans.push({ sql, lines: lines.map((line) => line['QUERY PLAN']) });
  }
  return plans;
};

/**
 * Runs a bench on so many orders, which are made first and dropped at the end; with `--database` on one that was filled
 * before, and stays. `measure` gets the database, `orders` and `requests`, and returns the plans to be said.
 */
export const bench = async (name, measure) => {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      orders: { type: 'string', default: '1000000' },
      requests: { type: 'string', default: '200' },
    },
  });
  const [orders, requests] = [Number(values.orders), Number(values.requests)];
  const own = values.database ? undefined : await freshDatabase(name);
  const source = new DataSource({ ...ordersDatabase(own?.url ?? values.database), extra: { statement_timeout: 0 } });
  try {
    await source.initialize();
    if (own) say(await fill(source, orders, say));
    const plans = await measure(source, { orders, requests });
    say(`\nLoad ${loadavg()[0].toFixed(1)}.`);
    for (const plan of plans) say(`\n${plan}`);
  } finally {
    if (source.isInitialized) await source.destroy();
    await own?.drop();
  }
};
