// Shared by the benchmarks of the orders service: a temporary database with a million orders, timing and table rows.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { freshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';
import { fill } from './fill.mjs';

const TARGET_MS = 100;

export const print = (text) => process.stdout.write(`${text}\n`);
export const count = (number) => number.toLocaleString('en-US');

const timed = async (work) => {
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

/** Prints one row of the table; a median above the target is bold. */
export const row = (name, times, lastColumn) => {
  const sorted = times.toSorted((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const shown = median >= TARGET_MS ? `**${median.toFixed(1)}**` : median.toFixed(1);
  print(`| ${name} | ${shown} | ${quantile(sorted, 0.95).toFixed(1)} | ${lastColumn} |`);
};

/** Runs a request and returns each of its statements with its plan; `options` are those of EXPLAIN. */
export const plansOf = async (database, run, options = '') => {
  const statements = [];
  const query = database.query;
  database.query = (sql, parameters) => {
    statements.push([sql, parameters]);
    return query.call(database, sql, parameters);
  };
  try {
    await run();
  } finally {
    database.query = query;
  }
  const plans = [];
  for (const [sql, parameters] of statements) {
    const lines = await database.query(`EXPLAIN ${options} ${sql}`, parameters);
    plans.push({ sql, lines: lines.map((line) => line['QUERY PLAN']) });
  }
  return plans;
};

/**
 * Runs a benchmark on a temporary database with `--orders` orders, or on the filled database of `--database`. `measure`
 * gets the database, `orders` and `requests`, and returns the plans to print.
 */
export const bench = async (name, measure, defaultRequests = '200') => {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      orders: { type: 'string', default: '1000000' },
      requests: { type: 'string', default: defaultRequests },
    },
  });
  const [orders, requests] = [Number(values.orders), Number(values.requests)];
  const own = values.database ? undefined : await freshDatabase(name);
  const source = new DataSource({ ...ordersDatabase(own?.url ?? values.database), extra: { statement_timeout: 0 } });
  try {
    await source.initialize();
    if (own) print(await fill(source, orders, print));
    const plans = await measure(source, { orders, requests });
    print(`\nLoad ${loadavg()[0].toFixed(1)}.`);
    for (const plan of plans) print(`\n${plan}`);
  } finally {
    if (source.isInitialized) await source.destroy();
    await own?.drop();
  }
};
