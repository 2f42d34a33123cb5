import type { Measurement } from '../bench.js';
import { compareReady, type ReadyCase, readyRows } from './ready-replies.js';

/** The site's documents, each with its head and the words of its stones. */
export const html: Measurement = async (bench) => {
  await bench.shop.have(bench.geodes, bench.say);
  const all = [];
  for (const path of ['/', '/gallery']) {
    const one: ReadyCase = { work: `GET ${path} (HTML), 64 connections`, path, least: 0.5 };
    all.push(readyRows(one, await compareReady(bench, one)));
  }
  return { rows: all.flatMap(({ rows }) => rows), wrong: all.flatMap(({ wrong }) => wrong) };
};
