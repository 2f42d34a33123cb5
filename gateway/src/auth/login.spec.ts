import { type Logger, metrics } from '@geodes/kit';
import { lockOutMessage, Login } from './login.js';
import type { KnownDevices } from './known-devices.js';
import { type Attempt, delayAfter, type LoginAttempts } from './login-attempts.js';
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
  const outcomes = async (): Promise<Record<string, number>> => {
    const { values = [] } = (await metrics.registry.getSingleMetric('shop_logins_total')?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
  };

  it('is counted by its outcome, and a failure is logged without the PIN and the IP address', async () => {
    const attempts = {
      succeeded: () => Promise.resolve(),
      begin: () => Promise.resolve(next.shift()),
      loggedAddress: () => Promise.resolve('a1b2c3'),
    };
    const source = { address: '203.0.113.1' };
    const attempt = { lockedOut: false, id: 'a', source, delayMs: 0, isLast: false } as const;
    const next: Attempt[] = [attempt, attempt, { ...attempt, isLast: true }, { lockedOut: true, leftMs: 1_000 }];
    const logged: unknown[][] = [];
    const logger = { warn: (...line: unknown[]) => logged.push(line) } as unknown as Logger;
    const pin = {
      findHash: (typed: string) => Promise.resolve(typed === '271828182' ? 'hash' : undefined),
    } as OwnerPin;
    const unused = {} as Passkeys & KnownDevices;
    const login = new Login(pin, unused, unused, attempts as unknown as LoginAttempts, logger);

    await login.check('271828182', source);
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
});
