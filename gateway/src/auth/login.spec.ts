import { type AppError, type Logger, metrics } from '@geodes/kit';
import { lockOutMessage, Login } from './login.js';
import type { KnownDevices } from './known-devices.js';
import { type Attempt, delayAfter, type LoginAttempts, type LoginSource } from './login-attempts.js';
import type { OwnerPin } from './owner-pin.js';
import type { Passkeys } from './passkeys.js';

describe('the delay of a login attempt', () => {
  it.each([
    [0, 0],
    [20, 0],
    [21, 250],
    [30, 2500],
    [40, 5000],
    [1000, 5000],
  ])('after %i failures of all IP addresses is %i ms', (failures, ms) => {
    expect(delayAfter(failures)).toBe(ms);
  });
});

describe('the message of a lock-out', () => {
  it('says how many minutes are left', () => {
    expect(lockOutMessage(15 * 60_000)).toContain('15 minutes');
    expect(lockOutMessage(59_000)).toContain('1 minute.');
  });
});

describe('a login attempt', () => {
  const PIN = '271828182';
  const pin = { findHash: (typed: string) => Promise.resolve(typed === PIN ? 'hash' : undefined) } as OwnerPin;
  const unused = {} as Passkeys & KnownDevices;
  const outcomes = async (): Promise<Record<string, number>> => {
    const { values = [] } = (await metrics.registry.getSingleMetric('shop_logins_total')?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
  };

  it('is counted by its outcome, and a failure is logged without the PIN and the IP address', async () => {
    const attempts = {
      succeeded: () => Promise.resolve(),
      begin: () => Promise.resolve(next.shift()),
      failed: () => Promise.resolve(next.length === 1),
      loggedAddress: () => Promise.resolve('a1b2c3'),
    };
    const source = { address: '203.0.113.1' };
    const attempt = { lockedOut: false, id: 'a', source, delayMs: 0 } as const;
    const next: Attempt[] = [attempt, attempt, attempt, { lockedOut: true, leftMs: 1_000 }];
    const logged: unknown[][] = [];
    const logger = { warn: (...line: unknown[]) => logged.push(line) } as unknown as Logger;
    const login = new Login(pin, unused, unused, attempts as unknown as LoginAttempts, logger);

    await login.check(PIN, source);
    const wrong = () => login.check('314159265', source);
    await expect(wrong()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(wrong()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(wrong()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await outcomes()).toEqual({ succeeded: 1, failed: 2, 'locked-out': 1 });
    expect(logged).toEqual([
      [{ what: 'PIN', address: 'a1b2c3', isKnownDevice: false }, 'login refused'],
      [{ what: 'PIN', address: 'a1b2c3', isKnownDevice: false }, 'login refused, source locked out'],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/314159265|203\.0\.113/);
  });

  it('of a flood is delayed, four at a time while sixteen wait; a known device logs in meanwhile', async () => {
    const attempts = {
      begin: (source: LoginSource) => Promise.resolve({ lockedOut: false, id: 'a', source, delayMs: 50 }),
      failed: () => Promise.resolve(false),
      succeeded: () => Promise.resolve(),
      withdraw: () => Promise.resolve(),
      loggedAddress: () => Promise.resolve('a1b2c3'),
    };
    const logger = { warn: () => undefined } as unknown as Logger;
    const login = new Login(pin, unused, unused, attempts as unknown as LoginAttempts, logger);

    const start = performance.now();
    const flood = Array.from({ length: 40 }, (_, at) =>
      login.check('314159265', { address: `2001:db8:${at}::1` }).catch((error: unknown) => error as AppError),
    );
    let isFloodOver = false;
    const over = Promise.all(flood).then((errors) => {
      isFloodOver = true;
      return errors;
    });
    expect(await login.check(PIN, { address: '2001:db8::1', device: 'known' })).toBe('hash');
    expect(isFloodOver).toBe(false);
    const errors = (await over) as AppError[];
    expect(performance.now() - start).toBeGreaterThan(4 * 50);
    expect(errors.filter(({ code }) => code === 'UNAUTHORIZED')).toHaveLength(20);
    const refused = errors.filter(({ code }) => code === 'TOO_MANY_REQUESTS');
    expect(refused).toHaveLength(20);
    expect(refused.map(({ details }) => details)).toEqual(Array(20).fill({ retryAfterSeconds: 5 }));
  });

  it('waits for at most five seconds while others of its source are undecided', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const begin = jest.fn(() => {
      now = now === 0 ? 4_999 : 5_000;
      return Promise.resolve(undefined);
    });
    const { busy = 0 } = await outcomes();
    const login = new Login(pin, unused, unused, { begin } as unknown as LoginAttempts, {} as Logger);
    await expect(login.check(PIN, { address: '203.0.113.1' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many people are trying to log in. Please try again in a moment.',
      details: { retryAfterSeconds: 5 },
    });
    clock.mockRestore();
    expect(begin).toHaveBeenCalledTimes(2);
    expect(await outcomes()).toMatchObject({ busy: busy + 1 });
  });
});
