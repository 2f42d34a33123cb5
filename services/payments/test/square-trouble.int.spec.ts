import { randomUUID } from 'node:crypto';
import { type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

describe("Square's own trouble is never taken for a decline", () => {
  it.each(['error-500', 'error-503', 'error-429', 'reset'])(
    '%s leaves the authorisation unknown, and a repeat tells',
    async (kind) => {
      const attemptId = randomUUID();
      await payments.simulator.fault('create', kind, { count: 100 });
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
      await payments.simulator.clearFaults();
      expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
      expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
    },
  );

  it.each(['error-500', 'error-503', 'error-429', 'reset'])('one %s is not noticed by the buyer', async (kind) => {
    const attemptId = randomUUID();
    await payments.simulator.fault('create', kind, { recorded: true });
    expect((await payments.authorise(attemptId)).outcome).toBe('authorised');
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
  });

  it.each(['error-500', 'reset', 'hang'])(
    'a capture that was done and ended in %s is known to be done',
    async (kind) => {
      const { attemptId, squarePaymentId } = await payments.authorised();
      await payments.simulator.fault('complete', kind, { recorded: true });
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
      expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
    },
  );

  it('a capture that was not done and ended in an error is tried once more', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.fault('complete', 'error-500');
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
  });

  it('a capture without any answer is unknown within its time, and is not voided meanwhile', async () => {
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

  it('a Square that dies between authorisation and capture is waited for', async () => {
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
