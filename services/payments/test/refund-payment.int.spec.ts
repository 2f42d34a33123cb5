import { randomUUID } from 'node:crypto';
import { eventually, usePayments } from './payments-under-test.js';

const payments = usePayments();

const refund = (attemptId: string) => payments.bus.call('payments.refund', { attemptId }, { timeoutMs: 12_000 });
const refunds = async (attemptId: string) =>
  (await payments.simulator.ledger(attemptId)).refunds.map(({ amount_money }) => amount_money.amount);

/** Creates an attempt whose payment the owner captured in Square's dashboard. */
const capturedByOwner = async () => {
  const orderId = randomUUID();
  const attempt = await payments.authorised({ orderId });
  await payments.simulator.capture(attempt.squarePaymentId);
  return { ...attempt, orderId };
};

describe('voiding an attempt whose payment the owner captured in Square', () => {
  it('refunds the payment once', async () => {
    const { attemptId, squarePaymentId, orderId } = await capturedByOwner();
    expect(await Promise.all([payments.void(attemptId), payments.void(attemptId)])).toEqual([
      { outcome: 'refunded' },
      { outcome: 'refunded' },
    ]);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
    expect((await payments.row(attemptId)).state).toBe('refunded');
    const found = await payments.bus.call('payments.list-refunds', { orders: [{ orderId }] });
    expect(found).toEqual([expect.objectContaining({ orderId, amountCents: 12_900 })]);
    const { differences } = await payments.bus.call('payments.differences', {});
    expect(differences.filter((one) => one.squarePaymentId === squarePaymentId)).toEqual([
      expect.objectContaining({ kind: 'refunded', state: 'mended', orderId }),
    ]);
  });

  it('also refunds it if the authorisation got no reply', async () => {
    const attemptId = await payments.unanswered(true);
    const { payments: recorded } = await payments.simulator.ledger(attemptId);
    await payments.simulator.capture(recorded[0]?.id ?? '');
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it.each([true, false])('is finished by the sweep if the refund got no reply (carried out: %s)', async (recorded) => {
    const { attemptId } = await capturedByOwner();
    await payments.simulator.fail('refund', 'error-500', { count: 9, recorded });
    expect((await payments.void(attemptId)).outcome).toBe(recorded ? 'refunded' : 'unknown');
    await payments.simulator.clearFaults();
    await eventually(async () => {
      await payments.sweep();
      expect((await payments.row(attemptId)).state).toBe('refunded');
    });
    expect(await refunds(attemptId)).toEqual([12_900]);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
  });

  it('does not refund a second time if the owner has begun a refund', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await payments.simulator.refund(squarePaymentId, 12_900);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });
});

describe('the refund of a captured payment without an order', () => {
  it('refunds once, however often the command is sent', async () => {
    const { attemptId } = await capturedByOwner();
    await eventually(async () => {
      await payments.reconcile();
      expect((await payments.row(attemptId)).state).toBe('captured');
    });
    const answers = await Promise.all([refund(attemptId), refund(attemptId), refund(attemptId)]);
    expect(answers).toEqual([{ outcome: 'refunded' }, { outcome: 'refunded' }, { outcome: 'refunded' }]);
    expect(await refund(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it('returns unknown while Square does not respond, and refunds when it does', async () => {
    const { attemptId } = await payments.captured();
    await payments.simulator.fail('refund', 'error-503', { count: 3 });
    expect(await refund(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await refund(attemptId)).toEqual({ outcome: 'refunded' });
    expect(await refunds(attemptId)).toEqual([12_900]);
  });

  it('does nothing to an attempt that is not captured', async () => {
    const { attemptId } = await payments.authorised();
    expect(await refund(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await refund(randomUUID())).toEqual({ outcome: 'unknown' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
  });
});

describe('a refund that Square does not carry out', () => {
  const differencesOf = async (squarePaymentId: string) =>
    (await payments.bus.call('payments.differences', {})).differences
      .filter((one) => one.squarePaymentId === squarePaymentId)
      .map(({ kind, state, text }) => ({ kind, state, text }));
  const refuse = (count: number) =>
    payments.simulator.fail('refund', 'error', {
      status: 400,
      category: 'REFUND_ERROR',
      code: 'REFUND_DECLINED',
      detail: 'The card issuer declined the refund.',
      count,
    });
  const isDueAgain = (attemptId: string) =>
    payments.database.query(`UPDATE payment SET sweep_after = now() - interval '1 second' WHERE id = $1`, [attemptId]);
  const failed = (text: string) => [
    { kind: 'refund-failed', state: 'open', text: expect.stringContaining(text) as string },
  ];

  it('is owed, is reported to the owner with Square’s text, and is not retried at once', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await refuse(2);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    await payments.reconcile();
    await payments.sweep();
    expect((await payments.row(attemptId)).state).toBe('owed');
    expect(await refunds(attemptId)).toEqual([]);
    const text = 'REFUND_DECLINED: The card issuer declined the refund.';
    expect(await differencesOf(squarePaymentId)).toEqual(failed(text));

    await payments.simulator.clearFaults();
    await isDueAgain(attemptId);
    await payments.sweep();
    expect((await payments.row(attemptId)).state).toBe('refunded');
    expect(await refunds(attemptId)).toEqual([12_900]);
    expect((await differencesOf(squarePaymentId)).map(({ state }) => state)).toEqual(['mended', 'mended']);
  });

  it('is not retried any more once the owner has seen it and may have given the money back another way', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await refuse(1);
    await payments.void(attemptId);
    await isDueAgain(attemptId);
    const { differences } = await payments.bus.call('payments.differences', {});
    const { id } = differences.find((one) => one.squarePaymentId === squarePaymentId)!;
    await payments.bus.call('payments.acknowledge-difference', { id });
    await payments.sweep();
    expect((await payments.row(attemptId)).state).toBe('owed');
    expect(await refunds(attemptId)).toEqual([]);
  });

  it('is retried six times with growing delays, then left to the owner', async () => {
    const { attemptId } = await capturedByOwner();
    await refuse(100);
    await payments.void(attemptId);
    const pauses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      await isDueAgain(attemptId);
      await payments.sweep();
      const [row] = await payments.database.query(
        'SELECT sweeps, round(extract(epoch FROM sweep_after - now()) / 60)::int AS minutes FROM payment WHERE id = $1',
        [attemptId],
      );
      if (row.minutes > 0) pauses.push(row.minutes);
      expect(row.sweeps).toBe(Math.min(tries + 1, 6));
    }
    expect(pauses).toEqual([4, 16, 64, 256, 1_024, 4_096]);
  });

  it.each(['refund-failed', 'refund-rejected'])(
    'becomes owed when it ends in %s after Square accepted it',
    async (kind) => {
      const { attemptId, squarePaymentId, orderId } = await capturedByOwner();
      await payments.simulator.fail('refund', kind, { delayMs: 500 });
      expect(await payments.void(attemptId)).toEqual({ outcome: 'refunded' });
      await eventually(async () => {
        await payments.reconcile();
        expect((await payments.row(attemptId)).state).toBe('owed');
      });
      expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
      const status = kind === 'refund-failed' ? 'FAILED' : 'REJECTED';
      const [refund] = await payments.bus.call('payments.list-refunds', { orders: [{ orderId }] });
      expect(refund).toMatchObject({ status, amountCents: 12_900 });
      expect(await differencesOf(squarePaymentId)).toEqual(expect.arrayContaining(failed(`Square says: ${status}`)));
      const all = await payments.bus.call('payments.refunded-since', { limit: 500 });
      expect(all.payments.find((one) => one.attemptId === attemptId)).toMatchObject({
        refunds: [{ status, amountCents: 12_900 }],
      });
      // the sweep does not retry it
      expect((await payments.row(attemptId)).sweepAfter).toBeNull();
    },
  );

  it('needs the owner no longer once a refund in Square has replaced one that Square rejected', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await payments.simulator.fail('refund', 'refund-rejected', { delayMs: 0 });
    await payments.void(attemptId);
    await eventually(async () => {
      await payments.reconcile();
      expect(await differencesOf(squarePaymentId)).toEqual(expect.arrayContaining(failed('Square says: REJECTED')));
    });
    await payments.simulator.refund(squarePaymentId, 12_900);
    await eventually(async () => {
      await payments.reconcile();
      expect((await differencesOf(squarePaymentId)).map(({ state }) => state)).not.toContain('open');
    });
    expect((await payments.row(attemptId)).state).toBe('refunded');
    await payments.reconcile();
    expect((await differencesOf(squarePaymentId)).map(({ state }) => state)).not.toContain('open');
  });

  it('leaves the payment owed if the failed refund is the owner’s own', async () => {
    const { attemptId, squarePaymentId } = await capturedByOwner();
    await payments.simulator.fail('refund', 'refund-failed', { delayMs: 0 });
    await payments.simulator.refund(squarePaymentId, 12_900);
    await eventually(async () => {
      const { data } = await payments.simulator.square.refunds.list({ status: 'FAILED' });
      expect(data.map(({ paymentId }) => paymentId)).toContain(squarePaymentId);
    });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'owed' });
    expect((await payments.row(attemptId)).sweepAfter).toBeNull();
  });

  it('is not retried for a second payment of an attempt once Square refused it', async () => {
    const { attemptId } = await payments.captured();
    const second = await payments.simulator.pay({ referenceId: attemptId, autocomplete: true });
    await refuse(1);
    await payments.reconcile();
    await payments.reconcile();
    expect(await differencesOf(second)).toEqual(failed('REFUND_DECLINED'));
    expect(await refunds(attemptId)).toEqual([]);
    expect((await payments.row(attemptId)).state).toBe('captured');
  });
});
