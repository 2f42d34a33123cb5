import { Agent } from 'node:http';
import { expect, test } from '@playwright/test';
import type { ErrorBody } from '@geodes/contracts';
import { demoOrder, ORDER_PATH, type Reply, send } from '@geodes/testing';
import { PORT } from '../shop/settings.js';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { findingsAfter, namesOf, pids, urlOf } from '../shop/operator.js';

/** Ten times as many connections as the benchmark opens. */
const CONNECTIONS = 640;
const READS_EACH = 2;
const GEODES = 20;
/** Five for each geode; `npm run test:full` sends 640. */
const BUYERS = Number(process.env.E2E_BUYERS ?? 100);
const ANSWER_TIMEOUT_MS = 60_000;
/** The containers' memory limits from docker-compose.yml, MB. */
const MEMORY_MB = { gateway: 512, catalog: 384, orders: 384, payments: 384, media: 768 };

test.describe.configure({ timeout: 240_000 });

test(`${CONNECTIONS} concurrent connections read and ${BUYERS} buyers order: responses stay valid, memory stays bounded and the shop recovers`, async ({
  request,
}) => {
  await signIn(request);
  const geodes = await Promise.all(Array.from({ length: GEODES }, () => newGeode(request)));
  const before = pids();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const gateway = `http://127.0.0.1:${PORT}`;
  const options = { agent, timeoutMs: ANSWER_TIMEOUT_MS };

  const reads = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const replies: Reply[] = [];
      for (let times = 0; times < READS_EACH; times += 1)
        replies.push(await send('GET', `${gateway}/api/geodes?limit=10`, options));
      return replies;
    }),
  );
  expectOnly(reads.flat(), [200]);

  const orders = await Promise.all(
    Array.from({ length: BUYERS }, (_, index) => {
      const { headers, body } = demoOrder([geodes[index % GEODES]!.id]);
      return send('POST', gateway + ORDER_PATH, { ...options, headers, body });
    }),
  );
  expectOnly(orders, [201, 202, 409]);
  agent.destroy();

  for (const [kind, limitMb] of Object.entries(MEMORY_MB))
    for (const name of namesOf(kind)) expect(await memoryMb(name), name).toBeLessThan(limitMb);
  expect(pids()).toEqual(before);
  expect(await findingsAfter(60_000)).toEqual([]);
  const sold = orders.filter(({ status }) => status === 201).length;
  test.info().annotations.push({ type: 'answers', description: `${sold} of ${GEODES} geodes sold with 201` });
  expect((await buy(request, [(await newGeode(request)).id])).status()).toBe(201);
});

/** Accepts the expected statuses, and 429 or 503 under overload. Every error must carry a JSON message. */
const expectOnly = (replies: readonly Reply[], expected: readonly number[]) => {
  const counts = Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
  test.info().annotations.push({ type: 'statuses', description: JSON.stringify(counts) });
  for (const { status, headers, text } of replies) {
    expect([...expected, 429, 503]).toContain(status);
    if (status < 400) continue;
    expect(headers['content-type']).toContain('application/json');
    expect((JSON.parse(text) as ErrorBody).message).not.toBe('');
  }
};

const memoryMb = async (name: string): Promise<number> => {
  const metrics = await (await fetch(`${urlOf(name)}/metrics`)).text();
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  expect(bytes).toBeGreaterThan(0);
  return bytes / 1024 / 1024;
};
