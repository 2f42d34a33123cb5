import { setImmediate as turn } from 'node:timers/promises';
import { Batcher, SingleFlight } from './batcher.js';

/** A batcher whose calls the test resolves by hand. */
const manualBatcher = (maxBatchSize = 100) => {
  const calls: { questions: number[]; answer: (answers: string[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<number, string>(
    (questions) => new Promise((answer, fail) => calls.push({ questions, answer, fail })),
    maxBatchSize,
    { sleep: () => Promise.resolve() },
  );
  return { calls, batcher };
};

describe('Batcher', () => {
  it('loads a single question at once when no call is under way', async () => {
    const { calls, batcher } = manualBatcher();
    const answer = batcher.load(1);
    expect(calls.map(({ questions }) => questions)).toEqual([[1]]);
    calls[0]?.answer(['one']);
    await expect(answer).resolves.toBe('one');
  });

  it('puts questions that arrive during a call into the next one, so no answer is older than its question', async () => {
    const { calls, batcher } = manualBatcher();
    const answers = [1, 2, 3].map((question) => batcher.load(question));
    expect(calls).toHaveLength(1);
    calls[0]?.answer(['one']);
    await turn();
    expect(calls[1]?.questions).toEqual([2, 3]);
    calls[1]?.answer(['two', 'three']);
    await expect(Promise.all(answers)).resolves.toEqual(['one', 'two', 'three']);
  });

  it('limits the questions per batched call', async () => {
    const { calls, batcher } = manualBatcher(2);
    for (const question of [1, 2, 3, 4]) void batcher.load(question);
    calls[0]?.answer(['one']);
    await turn();
    expect(calls[1]?.questions).toEqual([2, 3]);
  });

  it('rejects only the questions of a failed call', async () => {
    const { calls, batcher } = manualBatcher();
    const first = batcher.load(1);
    const second = batcher.load(2);
    calls[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    calls[1]?.answer(['two']);
    await expect(second).resolves.toBe('two');
  });
});

it('shares one run among the callers of a key, and starts another once it has ended', async () => {
  const flights = new SingleFlight<number>();
  let runs = 0;
  const work = () => Promise.resolve((runs += 1));
  expect(await Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)])).toEqual([
    1, 1, 2,
  ]);
  expect(await flights.run('a', work)).toBe(3);
});

it('keeps no failure', async () => {
  const flights = new SingleFlight<string>();
  const failing = () => Promise.reject(new Error('broken'));
  const both = await Promise.allSettled([flights.run('a', failing), flights.run('a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.run('a', () => Promise.resolve('whole'))).toBe('whole');
});
