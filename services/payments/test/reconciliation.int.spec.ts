import { randomUUID } from 'node:crypto';
import type { Differences } from '../src/differences/differences.js';
import { holdLeaderLock, Reconcile } from '../src/reconciliation/reconcile.js';
import { Repair } from '../src/reconciliation/repair.js';
import { SquarePayments } from '../src/square/square-payments.js';
import { eventually, usePayments } from './payments-under-test.js';

const payments = usePayments();

/** Reconciles until `check` passes: a run does nothing while the scheduled one holds the lock. */
const afterReconciling = (check: () => Promise<void>): Promise<void> =>
  eventually(async () => {
    await payments.reconcile();
    await check();
  });

const statuses = (attemptId: string) => payments.simulator.statuses(attemptId);

describe('reconciliation with Square', () => {
  it('voids an authorisation that arrived after its cancel', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    await payments.simulator.pay({ referenceId: attemptId });
    expect(await statuses(attemptId)).toEqual(['APPROVED']);
    await afterReconciling(async () => expect(await statuses(attemptId)).toEqual(['CANCELED']));
  });

  it('refunds a payment captured for a voided attempt in full, once', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    const id = await payments.simulator.pay({ referenceId: attemptId, autocomplete: true, amountCents: 4_321 });
    await afterReconciling(async () => expect((await payments.row(attemptId)).state).toBe('refunded'));
    await payments.reconcile();
    const { refunds } = await payments.simulator.ledger(attemptId);
    expect(refunds).toMatchObject([{ payment_id: id, amount_money: { amount: 4_321 } }]);
    const [recorded] = await payments.database.query('SELECT * FROM refund WHERE payment_id = $1', [attemptId]);
    expect(recorded).toMatchObject({ id: refunds[0]?.id, amount_cents: 4_321 });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'voided' });
  });

  it('records a capture whose reply was lost', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.capture(squarePaymentId);
    await afterReconciling(async () => expect((await payments.row(attemptId)).state).toBe('captured'));
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
  });

  it('records an authorisation whose reply was lost', async () => {
    let attemptId = '';
    await payments.simulator.fail('create', 'error-500', { count: 200, recorded: true });
    // the payments process itself reconciles from time to time, and may find an authorisation before its reply is lost
    await eventually(async () => {
      attemptId = randomUUID();
      expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
    });
    await payments.simulator.clearFaults();
    await afterReconciling(async () => expect((await payments.row(attemptId)).state).toBe('authorised'));
  });

  it('voids a second authorisation of the same attempt and keeps the first', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.pay({ referenceId: attemptId });
    await afterReconciling(async () => expect((await statuses(attemptId)).sort()).toEqual(['APPROVED', 'CANCELED']));
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
  });

  it('never changes payments of the till, of foreign references or with other amounts', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    const others = await Promise.all([
      payments.simulator.pay({}),
      payments.simulator.pay({ referenceId: 'table 7', autocomplete: true }),
    ]);
    await payments.database.query('UPDATE payment SET amount_cents = 1 WHERE id = $1', [attemptId]);
    const voided = randomUUID();
    await payments.void(voided);
    await payments.simulator.pay({ referenceId: voided });
    await afterReconciling(async () => expect(await statuses(voided)).toEqual(['CANCELED']));

    const read = async (paymentId: string) => (await payments.simulator.square.payments.get({ paymentId })).payment;
    const found = await Promise.all([...others, squarePaymentId].map(read));
    expect(found.map((payment) => payment?.status)).toEqual(['APPROVED', 'COMPLETED', 'APPROVED']);
    expect(found.flatMap((payment) => payment?.refundIds ?? [])).toEqual([]);
  });

  it('is not misled by a list that lags', async () => {
    const [young, old] = [await payments.authorised(), await payments.authorised()];
    await payments.database.query(`UPDATE payment SET created_at = now() - interval '2 minutes' WHERE id = $1`, [
      old.attemptId,
    ]);
    await payments.simulator.fail('list', 'stale-list', { delayMs: 60_000, count: 3 });
    await payments.reconcile();
    for (const { attemptId, squarePaymentId } of [young, old]) {
      expect((await payments.row(attemptId)).state).toBe('authorised');
      expect(await payments.capture(attemptId)).toEqual({ outcome: 'captured', squarePaymentId });
    }
  });

  it('reads a payment that the list lacks, and records its end', async () => {
    const { attemptId, squarePaymentId } = await payments.authorised();
    await payments.simulator.square.payments.cancel({ paymentId: squarePaymentId });
    await payments.database.query(`UPDATE payment SET created_at = now() - interval '2 minutes' WHERE id = $1`, [
      attemptId,
    ]);
    await payments.simulator.fail('list', 'stale-list', { delayMs: 60_000, count: 3 });
    await payments.reconcile();
    expect((await payments.row(attemptId)).state).toBe('voided');
  });

  it('reads Square page by page to the end', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    for (let batch = 0; batch < 8; batch += 1)
      await Promise.all(Array.from({ length: 15 }, () => payments.simulator.pay({ autocomplete: true })));
    await payments.simulator.pay({ referenceId: attemptId });
    await afterReconciling(async () => expect(await statuses(attemptId)).toEqual(['CANCELED']));
  });

  it.each([
    ['as far as the run before reached', 40, 55],
    ['an hour at most, because a longer run follows within the hour', 600, 60],
    ['an hour if no run has ended yet', null, 60],
  ])('looks back, after an outage, %s', async (_how, minutesAway, minutesRead) => {
    const list = jest.spyOn(payments.app.get(SquarePayments, { strict: false }), 'listRefunds');
    await eventually(async () => {
      list.mockClear();
      await payments.database.query("DELETE FROM comparison WHERE span = 'recent'");
      await payments.database.query(
        `INSERT INTO comparison (span, ended_at)
         SELECT 'recent', now() - $1::int * interval '1 minute' WHERE $1::int IS NOT NULL`,
        [minutesAway],
      );
      expect(await payments.app.get(Reconcile, { strict: false }).run('recent')).toBeDefined();
      const [{ from }] = list.mock.calls[0]!;
      expect(Math.round((Date.now() - from.getTime()) / 60_000)).toBe(minutesRead);
    });
    list.mockRestore();
  });

  it('continues with other differences if one repair fails', async () => {
    const attempts = [randomUUID(), randomUUID()];
    for (const attemptId of attempts) {
      await payments.void(attemptId);
      await payments.simulator.pay({ referenceId: attemptId });
    }
    await payments.simulator.fail('cancel', 'error-500');
    await afterReconciling(async () =>
      expect((await Promise.all(attempts.map(statuses))).flat()).toEqual(['CANCELED', 'CANCELED']),
    );
  });

  it('has not ended if a repair failed, so that the next run looks back to it', async () => {
    const attemptId = randomUUID();
    await payments.void(attemptId);
    await payments.simulator.pay({ referenceId: attemptId });
    const examine = jest
      .spyOn(payments.app.get(Repair, { strict: false }), 'examine')
      .mockRejectedValue(new Error('Square is away.'));
    expect(await payments.app.get(Reconcile, { strict: false }).run('recent')).toBeUndefined();
    examine.mockRestore();
    await afterReconciling(async () => expect(await statuses(attemptId)).toEqual(['CANCELED']));
  });

  it('reports nothing if a capture comes between its read of Square and its read of the record', async () => {
    const square = payments.app.get(SquarePayments, { strict: false });
    const get = square.get.bind(square);
    const { attemptId, squarePaymentId } = await payments.authorised();
    const { differences } = payments.app.get(Repair, { strict: false }) as unknown as { differences: Differences };
    const reported: string[] = [];
    differences.report = (kind, found) => {
      // a scheduled run may report another payment meanwhile
      if (found.squarePaymentId === squarePaymentId) reported.push(kind);
      return Promise.resolve(true);
    };
    square.get = async (id, timeoutMs) => {
      const before = await get(id, timeoutMs);
      square.get = get;
      await payments.capture(attemptId);
      return before;
    };
    await payments.app.get(Repair, { strict: false }).examine(squarePaymentId);
    Reflect.deleteProperty(differences, 'report');
    expect(reported).toEqual([]);
    expect((await payments.row(attemptId)).state).toBe('captured');
  });

  it('runs on one instance at a time', async () => {
    const ran: string[] = [];
    const held = await holdLeaderLock(payments.database, 1, async () => {
      ran.push('first');
      expect(await holdLeaderLock(payments.database, 1, async () => void ran.push('second'))).toBe(false);
    });
    expect([held, await holdLeaderLock(payments.database, 1, async () => void ran.push('third'))]).toEqual([
      true,
      true,
    ]);
    expect(ran).toEqual(['first', 'third']);
  });
});
