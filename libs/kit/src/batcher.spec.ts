import { setImmediate as turn } from 'node:timers/promises';
import { Batcher } from './batcher.js';

/** Calls that a test answers by hand. */
const byHand = (most = 100) => {
  const calls: { questions: number[]; answer: (answers: string[]) => void; fail: (error: Error) => void }[] = [];
  const batches = new Batcher<number, string>(
    (questions) => new Promise((answer, fail) => calls.push({ questions, answer, fail })),
    most,
    { sleep: () => Promise.resolve() },
  );
  return { calls, batches };
};

describe('questions asked at once', () => {
  it('go out alone where no call is under way', async () => {
    const { calls, batches } = byHand();
    const answer = batches.load(1);
    expect(calls.map(({ questions }) => questions)).toEqual([[1]]);
    calls[0]?.answer(['one']);
    await expect(answer).resolves.toBe('one');
  });

  it('wait for the call under way and share the next one: no answer is older than its question', async () => {
    const { calls, batches } = byHand();
    const answers = [1, 2, 3].map((question) => batches.load(question));
    expect(calls).toHaveLength(1);
    calls[0]?.answer(['one']);
    await turn();
    expect(calls[1]?.questions).toEqual([2, 3]);
    calls[1]?.answer(['two', 'three']);
    await expect(Promise.all(answers)).resolves.toEqual(['one', 'two', 'three']);
  });

  it('are so many a call at most', async () => {
    const { calls, batches } = byHand(2);
    for (const question of [1, 2, 3, 4]) void batches.load(question);
    calls[0]?.answer(['one']);
    await turn();
    expect(calls[1]?.questions).toEqual([2, 3]);
  });

  it('fail together with their call, and those after it do not', async () => {
    const { calls, batches } = byHand();
    const first = batches.load(1);
    const second = batches.load(2);
    calls[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    calls[1]?.answer(['two']);
    await expect(second).resolves.toBe('two');
  });
});
