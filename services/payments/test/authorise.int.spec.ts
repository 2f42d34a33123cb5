import { randomUUID } from 'node:crypto';
import { AMOUNT_CENTS, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

describe('authorise and capture', () => {
  it('takes the final total once, in USD, under the attempt as its marker', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    expect((await payments.simulator.ledger(attemptId)).payments).toMatchObject([
      { id: squarePaymentId, status: 'APPROVED', amount_money: { amount: AMOUNT_CENTS, currency: 'USD' } },
    ]);
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('answers a repeated command as the first time, with one payment', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'authorised', squarePaymentId });
    await payments.capture(attemptId);
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'authorised', squarePaymentId });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('makes one payment of ten simultaneous commands', async () => {
    const attemptId = randomUUID();
    const outcomes = await times(10, () => payments.authorise(attemptId));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]?.outcome).toBe('authorised');
    const captures = await times(10, () => payments.capture(attemptId));
    expect(new Set(captures.map(({ outcome }) => outcome))).toEqual(new Set(['captured']));
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('sends Square the first request again, whatever a repeated command says', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', 'error-500', { count: 20 });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
    await payments.simulator.clearFaults();
    const outcome = await payments.authorise(attemptId, { amountCents: 1, paymentToken: 'cnon:card-nonce-declined' });
    expect(outcome.outcome).toBe('authorised');
    expect((await payments.simulator.ledger(attemptId)).payments).toMatchObject([
      { amount_money: { amount: AMOUNT_CENTS } },
    ]);
  });

  it("forgets the card's token and the e-mail address once no repeat can follow", async () => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', 'error-500', { count: 20 });
    await payments.authorise(attemptId);
    await payments.simulator.clearFaults();
    expect((await payments.row(attemptId)).request).toHaveProperty('sourceId');
    await payments.authorise(attemptId);
    const { request } = await payments.row(attemptId);
    expect(request).toMatchObject({ amountCents: AMOUNT_CENTS });
    expect(request).not.toHaveProperty('sourceId');
    expect(request).not.toHaveProperty('buyerEmailAddress');
  });

  it('never creates a payment more than ten minutes after the first try', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', 'error-500', { count: 20 });
    await payments.authorise(attemptId);
    await payments.simulator.clearFaults();
    await payments.database.query(
      `UPDATE payment SET authorise_started_at = now() - interval '10 minutes 1 second' WHERE id = $1`,
      [attemptId],
    );
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await payments.simulator.statuses(attemptId)).toEqual([]);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
  });
});

describe('declines', () => {
  it.each([
    ['cnon:card-nonce-declined', 'GENERIC_DECLINE', /declined/],
    ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE', /security code/],
    ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE', /postal code/],
    ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION', /expiration date/],
    ['cnon:card-nonce-already-used', 'CARD_TOKEN_USED', /already used/],
    ['cnon:nobody-made-this', 'INVALID_CARD_DATA', /card number/],
  ])('tells the buyer what happened with %s, and says the same again', async (paymentToken, code, message) => {
    const attemptId = randomUUID();
    const declined = { outcome: 'declined', code, message: expect.stringMatching(message) };
    expect(await payments.authorise(attemptId, { paymentToken })).toEqual(declined);
    expect(await payments.authorise(attemptId)).toEqual(declined);
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(['', 'FAILED']).toContain((await payments.simulator.statuses(attemptId)).join());
  });
});

describe('capture', () => {
  it('finds the authorisation gone that Square let expire', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.square.payments.cancel({ paymentId: squarePaymentId });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
  });

  it('of an attempt that nobody knows is gone, and stays gone', async () => {
    const attemptId = randomUUID();
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual([]);
  });

  it('of a voided attempt is gone', async () => {
    const { attemptId } = await payments.authorised();
    await payments.void(attemptId);
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });
});
