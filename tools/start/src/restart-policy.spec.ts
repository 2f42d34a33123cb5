import { afterEnding, type Ending, endingOf, type History, whenReady } from './restart-policy.js';

const killed: Ending = { by: 'signal', signal: 'SIGKILL' };
const exited: Ending = { by: 'itself', reason: 'exited with code 1' };
const fresh: History = { wasEverReady: false, failures: 0 };

/** What the policy says after each of these endings, one after the other. */
function follow(history: History, endings: Ending[]) {
  return endings.map((ending) => {
    const after = afterEnding(history, ending);
    history = after.history;
    return after.next;
  });
}

const repeat = (ending: Ending, times: number) => Array.from({ length: times }, () => ending);

describe('a process that ended', () => {
  it('is started again at once when a signal ended it, however often', () => {
    expect(follow(fresh, repeat(killed, 1000))).toEqual(Array.from({ length: 1000 }, () => ({ do: 'start', inMs: 0 })));
  });

  it('waits a pause that grows when it exits by itself before it was ever ready', () => {
    const pauses = follow(fresh, repeat(exited, 9)).map((next) => (next.do === 'start' ? next.inMs : NaN));
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  it('is given up when it has exited by itself ten times before it was ever ready', () => {
    expect(follow(fresh, repeat(exited, 10)).at(-1)).toEqual({ do: 'give up' });
  });

  it('does not count signals among the ten', () => {
    const endings = repeat(exited, 9).flatMap((ending) => [ending, killed]);
    expect(follow(fresh, endings)).not.toContainEqual({ do: 'give up' });
  });

  it('is never given up, and is back within 2 s, once it was ready', () => {
    const pauses = follow(whenReady(), repeat(exited, 100)).map((next) => (next.do === 'start' ? next.inMs : Infinity));
    expect(pauses[0]).toBe(0);
    expect(Math.max(...pauses)).toBeLessThan(2000);
  });

  it('begins anew with its pauses each time it becomes ready', () => {
    const worn = afterEnding({ wasEverReady: true, failures: 7 }, exited).history;
    expect(worn.failures).toBe(8);
    expect(whenReady().failures).toBe(0);
  });
});

describe('how a process ended', () => {
  it('is by a signal where somebody sent one', () => {
    expect(endingOf(null, 'SIGKILL')).toEqual({ by: 'signal', signal: 'SIGKILL' });
  });

  it('is by itself where it exited or crashed', () => {
    expect(endingOf(1, null)).toEqual({ by: 'itself', reason: 'exited with code 1' });
    expect(endingOf(null, 'SIGABRT')).toEqual({ by: 'itself', reason: 'crashed with SIGABRT' });
  });
});
