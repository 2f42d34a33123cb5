import { failedReply, noReply } from '../../app/api-error.js';
import {
  afterOutcome,
  isSameRequest,
  nextAttempt,
  outcomeOf,
  storedAttempt,
  type Attempt,
} from './checkout-attempt.js';

const buyerDetails = {
  email: 'alex@example.com',
  firstName: 'Alex',
  lastName: 'Example',
  address: '12 Example Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
};
const body = (paymentToken = 'cnon:1', expectedTotal = '90.00') => ({
  items: [{ geodeId: 'a', quantity: 1 }],
  buyerDetails,
  expectedTotal,
  paymentToken,
});
const order = { orderId: 'o', orderNumber: 'ABCDEF12', total: '90.00', discount: '10.00', status: 'paid' as const };
const first = nextAttempt(null, body(), [], () => 'key-1');
const answered = (status: number, history: 'new' | 'sentBefore' = 'new') =>
  outcomeOf({ error: failedReply(status, '', '') }, history);
const keyAfter = (kept: Attempt | null) => nextAttempt(kept, body('cnon:2'), [], () => 'key-2').key;

describe('the key of a checkout', () => {
  it.each([402, 409])('is new after %i', (status) => {
    expect(keyAfter(afterOutcome(first, answered(status)))).toBe('key-2');
  });
  it.each([503, 400, 429, 500, 502])('stays the same after %i', (status) => {
    expect(keyAfter(afterOutcome(first, answered(status)))).toBe('key-1');
  });
  it('stays the same after 202', () => {
    const outcome = outcomeOf({ status: 202, order: { ...order, status: 'pending' } }, 'new');
    expect(keyAfter(afterOutcome(first, outcome))).toBe('key-1');
  });
  it('stays the same if there was no response', () => {
    expect(keyAfter(afterOutcome(first, outcomeOf({ error: noReply('timeout') }, 'new')))).toBe('key-1');
  });
  it('survives a reload together with the body that was sent under it', () => {
    expect(storedAttempt(JSON.parse(JSON.stringify(first)))).toEqual(first);
  });
  it('is removed once the order is paid', () => {
    expect(afterOutcome(first, outcomeOf({ status: 201, order }, 'new'))).toBeNull();
  });
});

describe('an attempt with unknown outcome', () => {
  it('stays open after 202, no response and a broken response', () => {
    expect(afterOutcome(first, outcomeOf({ status: 202, order }, 'new'))?.isOpen).toBe(true);
    expect(afterOutcome(first, outcomeOf({ error: noReply('timeout') }, 'new'))?.isOpen).toBe(true);
    expect(afterOutcome(first, answered(502))?.isOpen).toBe(true);
  });
  it('is closed after 503, because no process accepted the command', () => {
    expect(afterOutcome(first, answered(503))?.isOpen).toBe(false);
  });
  it('stays open after 503 if it had been sent before', () => {
    expect(afterOutcome(first, answered(503, 'sentBefore'))?.isOpen).toBe(true);
  });
  it('is closed after 400 even then, because the shop looks the key up first', () => {
    expect(afterOutcome(first, answered(400, 'sentBefore'))?.isOpen).toBe(false);
  });
});

describe('the same request', () => {
  it('may have a different payment token and field order', () => {
    const { email, ...rest } = buyerDetails;
    expect(isSameRequest(body('cnon:1'), { ...body('cnon:2'), buyerDetails: { ...rest, email } })).toBe(true);
  });
  it('must have the same items, buyer and total', () => {
    expect(isSameRequest(body(), body('cnon:1', '100.00'))).toBe(false);
    expect(isSameRequest(body(), { ...body(), items: [{ geodeId: 'b', quantity: 1 }] })).toBe(false);
    expect(isSameRequest(body(), { ...body(), buyerDetails: { ...buyerDetails, city: 'Peoria' } })).toBe(false);
  });
});

describe('a stored attempt', () => {
  it.each([null, 'x', {}, { key: '' }, { key: 'k', body: {} }, { key: 'k', body: { paymentToken: 't' }, bought: [] }])(
    'is ignored where it is corrupt: %j',
    (corrupt) => {
      expect(storedAttempt(corrupt)).toBeNull();
    },
  );
});
