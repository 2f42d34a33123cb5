import type { LiveEvent, LiveSince } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { until } from '@geodes/testing';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';

/** The live events of the fake catalogue. Ids begin high, as in a shop of some age. */
const FIRST = 1_000;
let published: LiveEvent[] = [];
let gateway: GatewayUnderTest;

const since = ({ after }: LiveSince) => {
  const events = published.filter(({ id }) => id > (after ?? 0)).slice(0, 500);
  return { last: published.at(-1)?.id ?? FIRST, events, isWhole: true };
};
const publish = (availability: 'held' | 'available' | 'sold', { isAnnounced = true } = {}): number => {
  const id = (published.at(-1)?.id ?? FIRST) + 1;
  published.push({ id, name: 'availability', data: { id: 'agate', availability } });
  if (isAnnounced) gateway.app.get(Bus).emit('catalog.changed', { ids: ['agate'] });
  return id;
};

interface Stream extends Disposable {
  /** Everything received so far. */
  text(): string;
  contains(part: string, withinMs?: number): Promise<boolean>;
}

const follow = async (seen?: string): Promise<Stream> => {
  const stopping = new AbortController();
  const reply = await fetch(`${gateway.url}/api/live`, {
    signal: stopping.signal,
    headers: seen === undefined ? {} : { 'last-event-id': seen },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  let text = '';
  void (async () => {
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => undefined);
  return {
    text: () => text,
    contains: (part, withinMs = 3_000) => until(() => text.includes(part), withinMs, 10),
    [Symbol.dispose]: () => stopping.abort(),
  };
};

beforeAll(async () => {
  published = [{ id: FIRST, name: 'catalog', data: { ids: ['agate'] } }];
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' }, { 'catalog.live-events': since });
  // streams can be opened
  await until(async () => (await gateway.call('/api/live', { method: 'HEAD' })).status !== 503, 5_000, 20);
});
afterAll(() => gateway.stop());

it('a new stream gets no old events, and each new one with id, name and data', async () => {
  using stream = await follow();
  expect(await stream.contains(`id: ${published.at(-1)!.id}\n\n`)).toBe(true);
  const id = publish('held');
  expect(await stream.contains(`id: ${id}\nevent: availability\ndata: {"id":"agate","availability":"held"}\n\n`)).toBe(
    true,
  );
  expect(stream.text().match(/^event:/gm)).toHaveLength(1);
});

it('an event is sent within two seconds, even if catalog.changed gets lost', async () => {
  using stream = await follow();
  const id = publish('available', { isAnnounced: false });
  expect(await stream.contains(`id: ${id}\n`, 2_000)).toBe(true);
});

it('a reconnected stream gets each missed event once and in order', async () => {
  const seen = publish('held');
  const missed = [publish('available'), publish('held'), publish('sold')];
  {
    using stream = await follow();
    await stream.contains(`id: ${missed[2]}`);
  }
  using again = await follow(String(seen));
  expect(await again.contains(`id: ${missed[2]}\n`)).toBe(true);
  expect([...again.text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(missed);
});

it('a stream that reconnects with an unknown id gets a reset', async () => {
  using stream = await follow('yesterday');
  expect(await stream.contains('event: reset\n')).toBe(true);
});

it('a read after an event is not served from the cache', async () => {
  await gateway.call('/api/geodes/featured');
  const asked = () => gateway.asked('catalog.list-featured').length;
  const before = asked();
  using stream = await follow();
  const id = publish('held', { isAnnounced: false });
  await stream.contains(`id: ${id}\n`);
  await gateway.call('/api/geodes/featured');
  expect(asked()).toBe(before + 1);
});

it('an address has at most 100 streams: the next is 429 with the time to wait', async () => {
  const stopping = new AbortController();
  const open = (address: string) =>
    fetch(`${gateway.url}/api/live`, { signal: stopping.signal, headers: { 'x-forwarded-for': address } });
  try {
    const opened = await Promise.all(
      Array.from({ length: 100 }, (_, index) => open(`2001:db8::${index.toString(16)}`)),
    );
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await open('2001:db8::ffff');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect((await open('2001:db8:0:1::1')).status).toBe(200);
  } finally {
    stopping.abort();
  }
});
