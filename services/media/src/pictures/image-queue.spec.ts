import { setImmediate as turn } from 'node:timers/promises';
import { ImageQueue } from './image-queue.js';

/** Creates jobs that end on demand, and records which have begun. */
const controlledJobs = () => {
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

test('never runs more than two jobs at once', async () => {
  const queue = new ImageQueue();
  const { begun, job, end } = controlledJobs();
  const all = ['a', 'b', 'c', 'd'].map((name) => queue.run(job(name)));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('runs waiting callers first, and at most one background job at once', async () => {
  const queue = new ImageQueue();
  const { begun, job, end } = controlledJobs();
  const later = ['x', 'y'].map((name) => queue.runInBackground(job(name)));
  expect(begun).toEqual(['x']);
  const now = ['a', 'b'].map((name) => queue.run(job(name)));
  expect(begun).toEqual(['x', 'a']);
  await end('x');
  expect(begun).toEqual(['x', 'a', 'b']);
  await end('a');
  await end('b');
  expect(begun).toEqual(['x', 'a', 'b', 'y']);
  await end('y');
  await Promise.all([...later, ...now]);
});

test('frees the slot of a failed job', async () => {
  const queue = new ImageQueue();
  const fail = () => Promise.reject(new Error('no'));
  await expect(Promise.all([queue.run(fail), queue.run(fail), queue.run(fail)])).rejects.toThrow('no');
  await expect(queue.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('frees the slot of a job that throws before it returns a promise', async () => {
  const queue = new ImageQueue();
  const fail = (): Promise<never> => {
    throw new Error('no');
  };
  await expect(Promise.all([queue.run(fail), queue.run(fail), queue.runInBackground(fail)])).rejects.toThrow('no');
  await expect(queue.runInBackground(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('throws UNAVAILABLE when the queue is full', async () => {
  const queue = new ImageQueue();
  const never = () => new Promise<never>(() => undefined);
  for (let i = 0; i < 202; i++) void queue.run(never).catch(() => undefined);
  await expect(queue.run(never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('runs large pictures one at a time, also after a failure', async () => {
  const queue = new ImageQueue();
  const { begun, job, end } = controlledJobs();
  const fail = () => Promise.reject(new Error('no'));
  await expect(queue.runLarge(fail)).rejects.toThrow('no');
  const both = ['a', 'b'].map((name) => queue.runLarge(job(name)));
  await turn();
  expect(begun).toEqual(['a']);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await Promise.all(both);
});

test('a large picture that waits for another one keeps no other picture waiting', async () => {
  const queue = new ImageQueue();
  const { begun, job, end } = controlledJobs();
  const all = [
    ...['a', 'b'].map((name) => queue.runLarge(job(name))),
    ...['x', 'y'].map((name) => queue.run(job(name))),
  ];
  expect(begun).toEqual(['a', 'x']);
  await end('x');
  expect(begun).toEqual(['a', 'x', 'y']);
  for (const name of ['a', 'b', 'y']) await end(name);
  await Promise.all(all);
});

test('drops waiting jobs when the process stops', async () => {
  const queue = new ImageQueue();
  const never = () => new Promise<never>(() => undefined);
  void queue.run(never);
  void queue.run(never);
  const now = queue.run(never);
  const large = queue.runLarge(never);
  const later = queue.runInBackground(never);
  queue.onApplicationShutdown();
  await expect(now).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(large).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(later).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
