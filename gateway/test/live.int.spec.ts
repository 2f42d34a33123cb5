import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent, LiveSince } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';

/** What the catalogue has told; numbers begin where a shop of some age is. */
const FIRST = 1_000;
let told: LiveEvent[] = [];
let gateway: GatewayUnderTest;

const since = ({ after }: LiveSince) => {
  const events = told.filter(({ id }) => id > (after ?? 0)).slice(0, 500);
  return { last: told.at(-1)?.id ?? FIRST, events, isWhole: true };
};
const tell = (availability: 'held' | 'available' | 'sold', { isHeard = true } = {}): number => {
  const id = (told.at(-1)?.id ?? FIRST) + 1;
  told.push({ id, name: 'availability', data: { id: 'agate', availability } });
  if (isHeard) gateway.app.get(Bus).emit('catalog.changed', { ids: ['agate'] });
  return id;
};

interface Stream {
  /** Everything that came so far. */
  text(): string;
  contains(part: string, withinMs?: number): Promise<boolean>;
  close(): void;
}

const follow = async (seen?: string): Promise<Stream> => {
  const stopping = new AbortController();
  const reply = await fetch(`${gateway.url}/api/live`, {
    signal: stopping.signal,
    headers: seen === undefined ? {} : { 'last-event-id': seen },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  void (async () => {
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => undefined);
  return {
    text: () => text,
    contains: async (part, withinMs = 3_000) => {
      for (const end = Date.now() + withinMs; Date.now() < end; await sleep(10)) if (text.includes(part)) return true;
      return text.includes(part);
    },
    close: () => stopping.abort(),
  };
};

beforeAll(async () => {
  told = [{ id: FIRST, name: 'catalog', data: { ids: ['agate'] } }];
  gateway = await startGateway({}, { 'catalog.live-events': since });
  for (const end = Date.now() + 5_000; Date.now() < end; await sleep(20))
    if ((await fetch(`${gateway.url}/api/live`, { method: 'HEAD' })).status !== 503) break;
});
afterAll(() => gateway.stop());

it('a new stream gets no old events, and each new one with its number, name and data', async () => {
  const stream = await follow();
  expect(await stream.contains(`id: ${told.at(-1)!.id}\n\n`)).toBe(true);
  const id = tell('held');
  expect(await stream.contains(`id: ${id}\nevent: availability\ndata: {"id":"agate","availability":"held"}\n\n`)).toBe(
    true,
  );
  expect(stream.text().match(/^event:/gm)).toHaveLength(1);
  stream.close();
});

it('an event whose hint was lost is told within two seconds', async () => {
  const stream = await follow();
  const id = tell('available', { isHeard: false });
  expect(await stream.contains(`id: ${id}\n`, 2_000)).toBe(true);
  stream.close();
});

it('a browser that comes back gets what it missed, once and in order', async () => {
  const seen = tell('held');
  const missed = [tell('available'), tell('held'), tell('sold')];
  const stream = await follow();
  await stream.contains(`id: ${missed[2]}`);
  stream.close();
  const again = await follow(String(seen));
  expect(await again.contains(`id: ${missed[2]}\n`)).toBe(true);
  expect([...again.text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(missed);
  again.close();
});

it.each(['1', '999999', 'yesterday'])('one that comes back with %j asks for everything again', async (seen) => {
  const stream = await follow(seen);
  expect(await stream.contains('event: reset\n')).toBe(true);
  stream.close();
});

it('a read that follows an event shows what the event told', async () => {
  await gateway.call('/api/geodes/featured');
  const asked = () => gateway.services.asked.filter(({ subject }) => subject === 'catalog.list-featured').length;
  const before = asked();
  const stream = await follow();
  const id = tell('held', { isHeard: false });
  await stream.contains(`id: ${id}\n`);
  await gateway.call('/api/geodes/featured');
  expect(asked()).toBe(before + 1);
  stream.close();
});
