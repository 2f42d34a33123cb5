import { atMost, systemClock } from './clock.js';

describe("the system's clock", () => {
  it('sleeps as long as it is told', async () => {
    const start = systemClock.now();
    await systemClock.sleep(30);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(28);
  });

  it('wakes at once when it is told to, before or during its sleep', async () => {
    const waking = new AbortController();
    const slept = systemClock.sleep(60_000, waking.signal);
    waking.abort();
    await slept;
    await systemClock.sleep(60_000, waking.signal);
  });
});

describe('waiting for work', () => {
  it('ends with the work, or when the time is over', async () => {
    const start = systemClock.now();
    await atMost(60_000, Promise.resolve(), systemClock);
    await atMost(30, new Promise(() => undefined), systemClock);
    expect(systemClock.now() - start).toBeLessThan(5_000);
  });

  it('throws what the work throws', async () => {
    await expect(atMost(60_000, Promise.reject(new Error('broken')), systemClock)).rejects.toThrow('broken');
  });
});
