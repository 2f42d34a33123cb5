import { randomUUID } from 'node:crypto';
import { Agent, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import type { ErrorBody } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { PORT } from '../shop/address.js';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { violations } from '../shop/invariants.js';
import { auditFindings } from '../shop/operator.js';
import { addressOf, namesOf, pids } from '../shop/processes.js';

/** Ten times the connections with which the bench measures. */
const CONNECTIONS = 640;
const READS_EACH = 5;
const STONES = 20;
const ANSWER_LIMIT_MS = 60_000;
/** As the containers allow (docker-compose.yml), MB. */
const MEMORY_MB = { gateway: 512, catalog: 384, orders: 384, payments: 384, media: 768 };

interface Heard {
  status: number;
  type: string;
  body: string;
}

test.describe.configure({ timeout: 240_000 });

test('640 connections read a page and buy at once: clear answers, bounded memory, and then all is as before', async ({
  request,
}) => {
  await signIn(request);
  const stones = await Promise.all(Array.from({ length: STONES }, () => newGeode(request)));
  const before = pids();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (method: string, path: string, body?: unknown): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const headers = body ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {};
      const sent = ask(
        { host: '127.0.0.1', port: PORT, agent, method, path, headers, timeout: ANSWER_LIMIT_MS },
        (reply) => {
          text(reply).then(
            (heard) =>
              resolve({ status: reply.statusCode ?? 0, type: String(reply.headers['content-type']), body: heard }),
            reject,
          );
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`${path} was not answered in time`)));
      sent.once('error', reject);
      sent.end(body ? JSON.stringify(body) : undefined);
    });

  const reads = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const heard: Heard[] = [];
      for (let times = 0; times < READS_EACH; times += 1) heard.push(await send('GET', '/api/geodes?limit=10'));
      return heard;
    }),
  );
  expectOnly(reads.flat(), [200]);

  const orders = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      send('POST', '/api/orders/square', {
        items: [{ geodeId: stones[index % STONES]!.id, quantity: 1 }],
        paymentToken: 'cnon:card-nonce-ok',
        buyerDetails: demoBuyer(),
      }),
    ),
  );
  expectOnly(orders, [201, 202, 409]);
  agent.destroy();

  for (const [kind, limitMb] of Object.entries(MEMORY_MB))
    for (const name of namesOf(kind)) expect(await memoryMb(name), name).toBeLessThan(limitMb);
  expect(pids()).toEqual(before);
  await expect(async () => {
    expect(await violations(request)).toEqual([]);
    expect(await auditFindings()).toEqual([]);
  }).toPass({ timeout: 60_000, intervals: [500] });
  const sold = orders.filter(({ status }) => status === 201).length;
  test.info().annotations.push({ type: 'answers', description: `${sold} of ${STONES} stones sold with 201` });
  expect((await buy(request, [(await newGeode(request)).id])).status()).toBe(201);
});

/** What is not right and no loss either: the shop says that it has too much to do, as JSON for the person who waits. */
const expectOnly = (heard: readonly Heard[], right: readonly number[]) => {
  const counts = Object.fromEntries(
    [...Map.groupBy(heard, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
  test.info().annotations.push({ type: 'statuses', description: JSON.stringify(counts) });
  for (const { status, type, body } of heard) {
    expect([...right, 429, 503]).toContain(status);
    if (status < 400) continue;
    expect(type).toContain('application/json');
    expect((JSON.parse(body) as ErrorBody).message).not.toBe('');
  }
};

const memoryMb = async (name: string): Promise<number> => {
  const metrics = await (await fetch(`${addressOf(name)}/metrics`)).text();
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  expect(bytes).toBeGreaterThan(0);
  return bytes / 1024 / 1024;
};
