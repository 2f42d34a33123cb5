import type { PlacedRefund } from '@geodes/contracts';
import { failedReply } from '../../../../app/api-error.js';
import { outcomeOf, refundProblems } from './refund-attempt.js';

const placed = (change: Partial<PlacedRefund> = {}): PlacedRefund => ({
  id: 'refund',
  amount: '10.00',
  status: 'pending',
  message: null,
  ...change,
});
const failure = (status: number, body: object = {}) =>
  outcomeOf({ error: failedReply(status, '', JSON.stringify(body)) });

describe('the outcome of a refund', () => {
  it('is made if the server took it, also if Square has not completed it', () => {
    expect(outcomeOf({ data: placed() }).kind).toBe('made');
    expect(outcomeOf({ data: placed({ status: 'completed' }) }).kind).toBe('made');
  });
  it("is a refusal with Square's words if Square refused it", () =>
    expect(outcomeOf({ data: placed({ status: 'failed', message: 'REFUND_DECLINED: No funds.' }) })).toEqual({
      kind: 'refused',
      text: 'Square refused the refund: REFUND_DECLINED: No funds.',
    }));
  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [401, 'notTaken'],
    [429, 'notTaken'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('of a response %i is %s', (status, kind) => expect(failure(status).kind).toBe(kind));
  it('is unknown without a response', () => expect(outcomeOf({ error: undefined }).kind).toBe('unknown'));
});

describe('the problems of a refund', () => {
  const problems = (outcome: ReturnType<typeof failure>) =>
    outcome.kind === 'made' ? undefined : refundProblems(outcome);
  it("are the server's words beside the field or under the form", () => {
    expect(problems(failure(400, { details: [{ field: 'amount', reason: 'Too much.' }] }))).toMatchObject({
      amount: 'Too much.',
    });
    expect(problems(failure(409, { message: 'Nothing is left.' }))).toEqual({ text: 'Nothing is left.' });
  });
  it('name a lost session', () => expect(problems(failure(401))).toEqual({ isLoggedOut: true }));
  it('are none while the outcome is unknown', () => expect(problems(failure(503))).toEqual({}));
});
