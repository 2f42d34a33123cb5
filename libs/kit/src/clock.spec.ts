import { atMost, systemClock } from './clock.js';

describe('systemClock', () => {
  it('sleeps for the given time', async () => {
    const start = systemClock.now();
    await systemClock.sleep(30);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(28);
  });

  it('wakes at once when the signal is aborted before or during a sleep', async () => {
    const controller = new AbortController();
    const slept = systemClock.sleep(60_000, controller.signal);
    controller.abort();
    await slept;
    await systemClock.sleep(60_000, controller.signal);
  });
});

describe('atMost', () => {
  it('waits for the work, but no longer than the timeout', async () => {
    const start = systemClock.now();
    await atMost(60_000, Promise.resolve(), systemClock);
    await atMost(30, new Promise(() => undefined), systemClock);
    expect(systemClock.now() - start).toBeLessThan(5_000);
  });

  it('rethrows the error of the work it waits for', async () => {
    await expect(atMost(60_000, Promise.reject(new Error('broken')), systemClock)).rejects.toThrow('broken');
  });
});
