import { randomUUID } from 'node:crypto';
import { type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

describe('a fault of Square is never treated as a decline', () => {
  it.each(['error-500', 'error-503', 'error-429', 'reset'])(
    'leaves the authorisation unknown after %s, and resolves it with a repeated command',
    async (kind) => {
      const attemptId = randomUUID();
      // of a payment that Square has, the reconciliation may learn meanwhile
      await payments.simulator.fault('create', kind, { count: 100, recorded: false });
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
      await payments.simulator.clearFaults();
      expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
      expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
    },
  );

  it.each(['error-500', 'error-503', 'error-429', 'reset'])('hides a single %s from the buyer', async (kind) => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', kind, { recorded: true });
    expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
  });

  it.each(['error-500', 'reset', 'hang'])('recognises a capture that was carried out but ended in %s', async (kind) => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fault('complete', kind, { recorded: true });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('retries a capture that was not carried out and ended in an error', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fault('complete', 'error-500');
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
  });

  it('returns unknown for a capture without a reply, and does not void it meanwhile', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fault('complete', 'hang-before', { count: 10 });
    await payments.simulator.fault('get', 'hang-before', { count: 10 });
    const start = performance.now();
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'unknown' });
    expect(performance.now() - start).toBeLessThan(11_000);
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
