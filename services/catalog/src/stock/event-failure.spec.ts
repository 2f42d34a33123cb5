import { AppError, unavailable } from '@geodes/kit';
import { eventFailure, TooSlow } from './event-failure.js';

describe('an order event that was not applied', () => {
  it('because the database or NATS was away is no fault of the event', () => {
    const lost = Object.assign(unavailable('database'), { cause: new Error('Connection terminated') });
    expect(eventFailure(lost)).toEqual({ reason: 'database was away: Connection terminated', isOutage: true });
    expect(eventFailure(new TooSlow(60))).toMatchObject({ isOutage: true });
  });

  it.each([
    ['28000', 'role is not permitted to log in'],
    ['53100', 'could not extend file: No space left on device'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ])('because the database server said %s, %s, is no fault of the event', (code, message) => {
    expect(eventFailure(Object.assign(new Error(message), { code }))).toEqual({ reason: message, isOutage: true });
    expect(eventFailure(Object.assign(new Error(message), { driverError: { code } })).isOutage).toBe(true);
  });

  it('because a name was not found or a host not reached is no fault of the event', () => {
    const lost = Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    expect(eventFailure(lost).isOutage).toBe(true);
  });

  it('because the orders service did not take the confirmation was applied, and is no fault of the event', () => {
    const failure = eventFailure(new AppError('INTERNAL', 'Something went wrong.'));
    expect(failure).toEqual({ reason: expect.stringMatching(/^it was applied, but .*INTERNAL/), isOutage: true });
  });

  it('because a constraint of the stock forbids it is refused', () => {
    const broken = Object.assign(new Error('violates check constraint'), { driverError: { code: '23514' } });
    expect(eventFailure(broken).isOutage).toBe(false);
  });

  it('because it does not fit the stock is refused, in words', () => {
    const failure = eventFailure(new Error('order.paid: order 1 has no reservation'));
    expect(failure).toEqual({ reason: 'order.paid: order 1 has no reservation', isOutage: false });
  });

  it('for any other reason is refused as well, so that somebody looks at it', () => {
    expect(eventFailure(new TypeError('x is not a function')).isOutage).toBe(false);
    expect(eventFailure(['type is wrong'])).toEqual({
      reason: 'malformed order event: type is wrong',
      isOutage: false,
    });
  });
});
