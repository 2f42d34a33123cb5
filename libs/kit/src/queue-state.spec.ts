import { queueState } from './queue-state.js';

/** A queue with the jobs' timestamps by state, oldest first. */
const queue = (jobs: Record<string, number[]>) => ({
  getJobCounts: (...states: string[]) =>
    Promise.resolve(Object.fromEntries(states.map((state) => [state, jobs[state]?.length ?? 0]))),
  getJobs: ([state = '']: string[], start: number, end: number) =>
    Promise.resolve((jobs[state] ?? []).slice(start, end + 1).map((timestamp) => ({ timestamp }))),
});

describe('queueState', () => {
  it('counts jobs by state and returns the time of the oldest unfinished one', async () => {
    const state = await queueState(
      queue({ wait: [3_000], prioritized: [4_000], delayed: [2_000, 5_000], failed: [1] }),
    );
    expect(state).toEqual({ waiting: 2, active: 0, delayed: 2, failed: 1, oldestAt: new Date(2_000).toISOString() });
  });

  it('returns no time when no job is unfinished', async () => {
    expect(await queueState(queue({ failed: [1] }))).toMatchObject({ waiting: 0, failed: 1, oldestAt: null });
  });
});
