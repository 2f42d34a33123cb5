import { setImmediate as turn } from 'node:timers/promises';
import { ImageQueue } from './image-queue.js';

/** Work that ends when told, and what has begun so far. */
const bench = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await turn();
  };
  return { begun, job, end };
};

test('never more than two pictures are in hand', async () => {
  const work = new ImageQueue();
  const { begun, job, end } = bench();
  const all = ['a', 'b', 'c', 'd'].map((name) => work.now(job(name)));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('what somebody waits for goes first, and nobody waits for two in the background', async () => {
  const work = new ImageQueue();
  const { begun, job, end } = bench();
  const later = ['x', 'y'].map((name) => work.later(job(name)));
  expect(begun).toEqual(['x']);
  const now = ['a', 'b'].map((name) => work.now(job(name)));
  expect(begun).toEqual(['x', 'a']);
  await end('x');
  expect(begun).toEqual(['x', 'a', 'b']);
  await end('a');
  await end('b');
  expect(begun).toEqual(['x', 'a', 'b', 'y']);
  await end('y');
  await Promise.all([...later, ...now]);
});

test('a failure makes room too', async () => {
  const work = new ImageQueue();
  const fail = () => Promise.reject(new Error('no'));
  await expect(Promise.all([work.now(fail), work.now(fail), work.now(fail)])).rejects.toThrow('no');
  await expect(work.now(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('says that it is busy rather than letting a queue grow without end', async () => {
  const work = new ImageQueue();
  const never = () => new Promise<never>(() => undefined);
  for (let i = 0; i < 202; i++) void work.now(never).catch(() => undefined);
  await expect(work.now(never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('of the large pictures one is in hand, also after one that failed', async () => {
  const work = new ImageQueue();
  const { begun, job, end } = bench();
  const fail = () => Promise.reject(new Error('no'));
  const failed = work.now(() => work.alone(fail));
  await expect(failed).rejects.toThrow('no');
  const both = ['a', 'b'].map((name) => work.now(() => work.alone(job(name))));
  await turn();
  expect(begun).toEqual(['a']);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await Promise.all(both);
});

test('a stopping process drops what has not begun', async () => {
  const work = new ImageQueue();
  const never = () => new Promise<never>(() => undefined);
  void work.now(never);
  void work.now(never);
  const now = work.now(never);
  const later = work.later(never);
  work.onApplicationShutdown();
  await expect(now).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(later).resolves.toBeUndefined();
});
