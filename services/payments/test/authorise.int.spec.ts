import { randomUUID } from 'node:crypto';
import { AMOUNT_CENTS, usePayments } from './payments-under-test.js';

const payments = usePayments();

describe('authorising', () => {
  const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, work));

  describe('authorise and capture', () => {
    it("charges the final total once, in USD, with the attempt's id as the reference, also for repeated commands", async () => {
      const { attemptId, squarePaymentId } = await payments.authorised();
      expect((await payments.simulator.ledger(attemptId)).payments).toMatchObject([
        { id: squarePaymentId, status: 'APPROVED', amount_money: { amount: AMOUNT_CENTS, currency: 'USD' } },
      ]);
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'authorised', squarePaymentId });
      await payments.capture(attemptId);
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'authorised', squarePaymentId });
      expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
    });

    it('creates one payment for ten concurrent commands', async () => {
      const attemptId = randomUUID();
      const outcomes = await times(10, () => payments.authorise(attemptId));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(outcomes[0]?.outcome).toBe('authorised');
      const captures = await times(10, () => payments.capture(attemptId));
      expect(new Set(captures.map(({ outcome }) => outcome))).toEqual(new Set(['captured']));
      expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
    });

    it('sends Square the first request again, even if a repeated command differs', async () => {
      const attemptId = await payments.unanswered(false);
      const outcome = await payments.authorise(attemptId, { amountCents: 1, paymentToken: 'cnon:card-nonce-declined' });
      expect(outcome.outcome).toBe('authorised');
      expect((await payments.simulator.ledger(attemptId)).payments).toMatchObject([
        { amount_money: { amount: AMOUNT_CENTS } },
      ]);
    });

    it("removes the card's token and the email address once no retry can follow", async () => {
      const attemptId = await payments.unanswered(false);
      expect((await payments.row(attemptId)).request).toHaveProperty('sourceId');
      await payments.authorise(attemptId);
      const { request } = await payments.row(attemptId);
      expect(request).toMatchObject({ amountCents: AMOUNT_CENTS });
      expect(request).not.toHaveProperty('sourceId');
      expect(request).not.toHaveProperty('buyerEmailAddress');
    });

    it('never creates a payment more than ten minutes after the first try', async () => {
      const attemptId = await payments.unanswered(false);
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
      ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE', /security code/],
      ['cnon:card-nonce-already-used', 'CARD_TOKEN_USED', /already used/],
      ['cnon:nobody-made-this', 'INVALID_CARD_DATA', /card number/],
    ])('explains the decline of %s to the buyer, and repeats it', async (paymentToken, code, message) => {
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
    it('reports an authorisation as gone if Square let it expire', async () => {
      const { attemptId, squarePaymentId } = await payments.authorised();
      await payments.simulator.square.payments.cancel({ paymentId: squarePaymentId });
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
    });

    it('reports an unknown attempt as gone, and never authorises it later', async () => {
      const attemptId = randomUUID();
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
      expect(await payments.simulator.statuses(attemptId)).toEqual([]);
    });

    it('reports a voided attempt as gone', async () => {
      const { attemptId } = await payments.authorised();
      await payments.void(attemptId);
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
      expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
    });
  });
});

describe('a fault of Square is never treated as a decline', () => {
  const kinds = ['error-500', 'error-503', 'error-429', 'reset'];
  const singleFaults = kinds.flatMap((kind) => [true, false].map((recorded) => [kind, recorded] as const));
  /** For an authorisation or a capture: together less than the 15 s after which the buyer may see an order number. */
  const UNNOTICED_MS = 7_000;

  it.each(kinds)('leaves the authorisation unknown after %s, and resolves it with a repeated command', async (kind) => {
    const attemptId = randomUUID();
    // of a payment that Square has, the reconciliation may learn meanwhile
    await payments.simulator.fail('create', kind, { count: 100, recorded: false });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
    await payments.simulator.clearFaults();
    expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
  });

  it.each(singleFaults)(
    'hides a single %s during an authorisation from the buyer (carried out at Square: %s)',
    async (kind, recorded) => {
      const attemptId = randomUUID();
      await payments.simulator.fail('create', kind, { recorded });
      expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
      expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
    },
    UNNOTICED_MS,
  );

  it.each(singleFaults)(
    'hides a single %s during a capture from the buyer (carried out at Square: %s)',
    async (kind, recorded) => {
      const { attemptId, squarePaymentId } = await payments.authorised();
      await payments.simulator.fail('complete', kind, { recorded });
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
      expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
    },
    UNNOTICED_MS,
  );

  it('recognises a capture that was carried out but got no reply', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fail('complete', 'hang', { recorded: true });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('returns unknown for a capture without a reply, and does not void it meanwhile', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fail('complete', 'hang-before', { count: 10 });
    await payments.simulator.fail('get', 'hang-before', { count: 10 });
    const start = performance.now();
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'unknown' });
    expect(performance.now() - start).toBeLessThan(14_000);
    await payments.simulator.clearFaults();
    expect(await payments.void(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
  });

  it('completes the capture after Square was down between authorisation and capture', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.kill();
    const fresh = randomUUID();
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await payments.authorise(fresh)).toEqual({ outcome: 'unknown' });
    expect(await payments.void(fresh)).toEqual({ outcome: 'unknown' });
    await payments.simulator.run();
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.void(fresh)).toEqual({ outcome: 'voided' });
    expect(await payments.authorise(fresh)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(fresh)).toEqual([]);
  });
});
