import { AppError, unavailable } from '@geodes/kit';
import { classifyFailure, EventTimeout } from './order-events.worker.js';

describe('classifyFailure', () => {
  it('classifies a lost database or NATS, or a timeout, as an outage', () => {
    const lost = Object.assign(unavailable('database'), { cause: new Error('Connection terminated') });
    expect(classifyFailure(lost)).toEqual({ reason: 'database was away: Connection terminated', isOutage: true });
    expect(classifyFailure(new EventTimeout(60))).toMatchObject({ isOutage: true });
  });

  it.each([
    ['28000', 'role is not permitted to log in'],
    ['53100', 'could not extend file: No space left on device'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ])('classifies the PostgreSQL error %s, %s, as an outage', (code, message) => {
    expect(classifyFailure(Object.assign(new Error(message), { code }))).toEqual({ reason: message, isOutage: true });
    expect(classifyFailure(Object.assign(new Error(message), { driverError: { code } })).isOutage).toBe(true);
  });

  it('classifies an unknown or unreachable host as an outage', () => {
    const lost = Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    expect(classifyFailure(lost).isOutage).toBe(true);
  });

  it('classifies a failed confirmation as an outage and says that the event was applied', () => {
    const failure = classifyFailure(new AppError('INTERNAL', 'Something went wrong.'));
    expect(failure).toEqual({ reason: expect.stringMatching(/^it was applied, but .*INTERNAL/), isOutage: true });
  });

  it('classifies a violated constraint as a refusal', () => {
    const broken = Object.assign(new Error('violates check constraint'), { driverError: { code: '23514' } });
    expect(classifyFailure(broken).isOutage).toBe(false);
  });

  it('classifies an event without a reservation as a refusal and gives the reason', () => {
    const failure = classifyFailure(new Error('order.paid: order 1 has no reservation'));
    expect(failure).toEqual({ reason: 'order.paid: order 1 has no reservation', isOutage: false });
  });

  it('classifies any other error as a refusal, so that an operator sees it', () => {
    expect(classifyFailure(new TypeError('x is not a function')).isOutage).toBe(false);
    expect(classifyFailure(['type is wrong'])).toEqual({
      reason: 'malformed order event: type is wrong',
      isOutage: false,
    });
  });
});
