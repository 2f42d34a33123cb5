import { decideRestart, type ProcessExit, toProcessExit, type RestartHistory, resetHistory } from './restart-policy.js';

const killed: ProcessExit = { by: 'signal', signal: 'SIGKILL' };
const exited: ProcessExit = { by: 'itself', reason: 'exited with code 1' };
const fresh: RestartHistory = { wasEverReady: false, failures: 0 };

/** The decisions for these exits in sequence. */
function follow(history: RestartHistory, endings: ProcessExit[]) {
  return endings.map((ending) => {
    const after = decideRestart(history, ending);
    history = after.history;
    return after.next;
  });
}

const repeat = (ending: ProcessExit, times: number) => Array.from({ length: times }, () => ending);

describe('decideRestart', () => {
  it('restarts a process at once after each of 1,000 signals', () => {
    expect(follow(fresh, repeat(killed, 1000))).toEqual(Array.from({ length: 1000 }, () => ({ do: 'start', inMs: 0 })));
  });

  it('backs off up to 5 s when a process exits by itself before it was ever ready', () => {
    const pauses = follow(fresh, repeat(exited, 9)).map((next) => (next.do === 'start' ? next.inMs : NaN));
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  it('gives a process up after ten exits by itself before it was ever ready', () => {
    expect(follow(fresh, repeat(exited, 10)).at(-1)).toEqual({ do: 'give up' });
  });

  it('does not count signals towards the ten exits', () => {
    const endings = repeat(exited, 9).flatMap((ending) => [ending, killed]);
    expect(follow(fresh, endings)).not.toContainEqual({ do: 'give up' });
  });

  it('never gives up a process that was once ready, and restarts it within 2 s', () => {
    const pauses = follow(resetHistory(), repeat(exited, 100)).map((next) =>
      next.do === 'start' ? next.inMs : Infinity,
    );
    expect(pauses[0]).toBe(0);
    expect(Math.max(...pauses)).toBeLessThan(2000);
  });

  it('resets the failure count when a process becomes ready', () => {
    const history = decideRestart({ wasEverReady: true, failures: 7 }, exited).history;
    expect(history.failures).toBe(8);
    expect(resetHistory().failures).toBe(0);
  });
});

describe('toProcessExit', () => {
  it('reports a signal that somebody sent', () => {
    expect(toProcessExit(null, 'SIGKILL')).toEqual({ by: 'signal', signal: 'SIGKILL' });
  });

  it('reports an exit code or a crash as an exit by itself', () => {
    expect(toProcessExit(1, null)).toEqual({ by: 'itself', reason: 'exited with code 1' });
    expect(toProcessExit(null, 'SIGABRT')).toEqual({ by: 'itself', reason: 'crashed with SIGABRT' });
  });
});
