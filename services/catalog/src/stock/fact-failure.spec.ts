import { AppError, unavailable } from '@geodes/kit';
import { factFailure, TooSlow } from './fact-failure.js';

describe('an order event that was not applied', () => {
  it('because the database or NATS was away is no fault of the event', () => {
    const lost = Object.assign(unavailable('database'), { cause: new Error('Connection terminated') });
    expect(factFailure(lost)).toEqual({ reason: 'database was away: Connection terminated', isOutage: true });
    expect(factFailure(new TooSlow(60))).toMatchObject({ isOutage: true });
  });

  it('because it does not fit the stock is refused, in words', () => {
    const failure = factFailure(new Error('order.paid: order 1 has no reservation'));
    expect(failure).toEqual({ reason: 'order.paid: order 1 has no reservation', isOutage: false });
  });

  it('for any other reason is refused as well, so that somebody looks at it', () => {
    expect(factFailure(new AppError('INTERNAL', 'Something went wrong.')).isOutage).toBe(false);
    expect(factFailure(['type is wrong'])).toEqual({ reason: 'malformed order event: type is wrong', isOutage: false });
  });
});
