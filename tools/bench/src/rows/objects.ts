import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { median, quantile } from '@geodes/testing';
import type { Measurement } from '../bench.js';
import { ms } from '../figures.js';
import { Owner } from '../owner.js';
import type { Row } from '../report/row.js';
import { compareReady, type ReadyCase, readyRows } from './ready-replies.js';

const PICTURES = 10;
const SIZE = { width: 800, height: 1_000 };
/** Not one of those that are made when a picture comes in. */
const NEW_WIDTH = 480;
const WEBP = { accept: 'image/webp,*/*' };
const AVIF = { accept: 'image/avif,image/webp,*/*' };
const WEBP_MS = 150;
const AVIF_MS = 300;
const MADE_LIMIT_MS = 20_000;
const POLL_MS = 10;

/** A picture that looks like none before: soft noise costs about what a photograph of a stone does. */
const picture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const bytes = await sharp({ create: { ...SIZE, channels: 3, background: '#808080', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
  return new Uint8Array(bytes);
};

const get = async (address: string, headers: Record<string, string>) => {
  const began = performance.now();
  const reply = await fetch(address, { headers, signal: AbortSignal.timeout(MADE_LIMIT_MS) });
  await reply.arrayBuffer();
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    ms: performance.now() - began,
  };
};

interface Made {
  /** Until the first WebP was there, the first answer to who takes AVIF, and the first AVIF; milliseconds. */
  webp: number;
  first: number;
  avif: number;
  wrong: string[];
}

/** Asks for a new picture in a width in which it was never made. */
const makeOnce = async (address: string): Promise<Made> => {
  const wrong: string[] = [];
  const webp = await get(address, WEBP);
  if (webp.type !== 'image/webp') wrong.push(`${address}: ${webp.status} ${webp.type} instead of WebP`);
  const began = performance.now();
  const first = await get(address, AVIF);
  let last = first;
  while (last.type !== 'image/avif' && performance.now() - began < MADE_LIMIT_MS) {
    await sleep(POLL_MS);
    last = await get(address, AVIF);
  }
  if (last.type !== 'image/avif') wrong.push(`${address}: no AVIF came`);
  return { webp: webp.ms, first: first.ms, avif: performance.now() - began, wrong };
};

const making = (work: string, target: string, limitMs: number, values: number[], beside = ''): Row => ({
  work,
  target,
  measured: ms(median(values)),
  beside: `95 % ${ms(quantile(values, 0.95))}${beside}`,
  misses: median(values) >= limitMs,
});

/** Pictures: once made, and the first time in a width. */
export const objects: Measurement = async (bench) => {
  const { shop, say } = bench;
  const owner = await Owner.signIn(shop.gateway, shop.shop.adminPin);
  const made: Made[] = [];
  let path = '';
  for (let number = 0; number < PICTURES; number += 1) {
    path = await owner.upload(await picture());
    made.push(await makeOnce(`${shop.gateway}${path}?w=${NEW_WIDTH}`));
  }
  const one: ReadyCase = {
    work: 'GET /objects/…?w=640, made before, 64 connections',
    path: `${path}?w=640`,
    headers: WEBP,
    least: 0.5,
  };
  const { rows, wrong } = readyRows(one, await compareReady(bench, one));
  const times = (of: 'webp' | 'first' | 'avif') => made.map((each) => each[of]);
  const size = `${SIZE.width} × ${SIZE.height}`;
  rows.push(
    making(`first WebP of a ${size} picture at ${NEW_WIDTH} px`, `under ${WEBP_MS} ms`, WEBP_MS, times('webp')),
    making(
      'first request for its AVIF',
      `under ${AVIF_MS} ms, or WebP meanwhile`,
      AVIF_MS,
      times('first'),
      `; WebP at once, the AVIF is there after ${ms(median(times('avif')))}`,
    ),
  );
  for (const { work, measured, beside } of rows.slice(-2)) say(`  ${work}: ${measured}, ${beside}`);
  return { rows, wrong: [...made.flatMap((each) => each.wrong), ...wrong] };
};
