import type { Measurement } from '../bench.js';
import { HOT } from '../data/queries.js';
import { compareReady, type ReadyCase, readyRows } from './ready-replies.js';

/** The page of the catalogue that everybody asks for. */
export const catalogue: Measurement = async (bench) => {
  await bench.shop.have(bench.geodes, bench.say);
  const quiet = await bench.shop.startGateway({ LOG_LEVEL: 'warn' });
  const shared = { path: HOT, aim: 0.6, mostSlower: 3 };
  const cases: ReadyCase[] = [
    { ...shared, work: 'GET /api/geodes, hot page, 64 connections, one log line a request', least: 0.4 },
    { ...shared, work: 'the same with LOG_LEVEL=warn', least: 0.55, gateway: quiet },
  ];
  const all = [];
  for (const one of cases) all.push(readyRows(one, await compareReady(bench, one)));
  bench.shop.stopGateways();
  return { rows: all.flatMap(({ rows }) => rows), wrong: all.flatMap(({ wrong }) => wrong) };
};
