import { randomUUID } from 'node:crypto';
import { SquareFailure } from '../src/square/square-failure.js';
import { SquarePayments } from '../src/square/square-payments.js';
import { eventually, usePayments } from './payments-under-test.js';

const payments = usePayments();

describe('void', () => {
  it('cancels an authorisation, also if the command is repeated', async () => {
    const { attemptId } = await payments.authorised();
    for (let times = 0; times < 2; times += 1) expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
  });

  it('prevents an authorisation that comes after the void', async () => {
    const attemptId = randomUUID();
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual([]);
  });

  it('finds and cancels an authorisation without a reply, and records its id', async () => {
    const attemptId = randomUUID();
    const start = performance.now();
    expect(await payments.authorise(attemptId, { paymentToken: 'cnon:simulator-hang' })).toEqual({
      outcome: 'unknown',
    });
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(7.5);
    expect(seconds).toBeLessThan(12);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    const { payments: listed } = await payments.simulator.ledger(attemptId);
    expect(listed.map(({ status }) => status)).toEqual(['CANCELED']);
    expect((await payments.row(attemptId)).squarePaymentId).toBe(listed[0]?.id);
  });

  it('overtakes an authorisation in transit, which is voided when it arrives', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fail('create', 'slow', { delayMs: 5_000, recorded: false });
    const authorise = payments.authorise(attemptId);
    await payments.simulator.allFaultsMet();
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual([]);
    expect(await authorise).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });

  it('leaves no authorisation when it races one', async () => {
    const attempts = Array.from({ length: 20 }, () => randomUUID());
    const outcomes = await Promise.all(attempts.map((id) => Promise.all([payments.authorise(id), payments.void(id)])));
    for (const [authorise, voided] of outcomes) {
      expect(['authorised', 'voided']).toContain(authorise.outcome);
      expect(voided).toEqual({ outcome: 'voided' });
    }
    await eventually(async () => {
      const statuses = (await Promise.all(attempts.map((id) => payments.simulator.statuses(id)))).flat();
      expect(new Set(statuses)).toEqual(new Set(statuses.length > 0 ? ['CANCELED'] : []));
    });
  });

  it('agrees with a capture that it races', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, () => payments.authorised()));
    for (const { attemptId } of attempts) {
      const [captured, voided] = await Promise.all([payments.capture(attemptId), payments.void(attemptId)]);
      const status = (await payments.simulator.statuses(attemptId)).join();
      if (captured.outcome === 'captured') expect([status, voided.outcome]).not.toContain('voided');
      expect(status).toBe(captured.outcome === 'captured' ? 'COMPLETED' : 'CANCELED');
    }
  });

  it('returns captured after a capture', async () => {
    const { attemptId, squarePaymentId } = await payments.captured();
    expect(await payments.void(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('is finished by the sweep if Square does not respond', async () => {
    const { attemptId } = await payments.authorised();
    await payments.simulator.fail('cancel', 'hang-before', { count: 2 });
    await payments.simulator.fail('get', 'error-500', { count: 3 });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await payments.capture(attemptId)).not.toHaveProperty('outcome', 'captured');
    await payments.simulator.clearFaults();
    await eventually(async () => {
      await payments.sweep();
      expect((await payments.row(attemptId)).state).toBe('voided');
    });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });

  it('stays unknown until the list can be read, because cancelling by key proves nothing', async () => {
    const attemptId = await payments.unanswered(true);
    await payments.simulator.fail('list', 'error-500', { count: 10 });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'unknown' });
    await payments.simulator.clearFaults();
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });

  it('accepts an ended payment in the list as proof if Square refuses to cancel it by key', async () => {
    const square = payments.app.get(SquarePayments, { strict: false });
    const cancelByAttempt = square.cancelByAttempt.bind(square);
    const attemptId = await payments.unanswered(true);
    await cancelByAttempt(attemptId, 5_000);
    // faked: Square does not document its reply here
    const refusal = new SquareFailure('cancel-by-key', 400, [
      { category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST' },
    ]);
    square.cancelByAttempt = () => Promise.reject(refusal);
    try {
      expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
      const unconfirmed = await payments.unanswered(false);
      expect(await payments.void(unconfirmed)).toEqual({ outcome: 'unknown' });
    } finally {
      square.cancelByAttempt = cancelByAttempt;
    }
  });

  it('ends an abandoned attempt whose authorisation is unknown', async () => {
    const attemptId = randomUUID();
    await payments.database.query(
      `INSERT INTO payment (id, state, amount_cents, request, authorise_started_at, updated_at, version)
       VALUES ($1, 'authorising', 12900, '{"sourceId": "cnon:x"}', now(), now() - interval '16 minutes', 1)`,
      [attemptId],
    );
    await payments.simulator.pay({ referenceId: attemptId });
    await eventually(async () => {
      await payments.sweep();
      expect((await payments.row(attemptId)).state).toBe('voided');
    });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
    expect((await payments.row(attemptId)).request).not.toHaveProperty('sourceId');
  });
});
