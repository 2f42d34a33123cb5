import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentNote } from '@geodes/contracts';
import { type FakeService, fakeService, testServers } from '@geodes/testing';
import { Reconcile } from '../src/reconciliation/reconcile.js';
import type { SquarePayment, SquareRefund } from '../src/square/square-payment.js';
import { SquarePayments } from '../src/square/square-payments.js';
import { eventually, usePayments } from './payments-under-test.js';

const GEODE = randomUUID();
const DAY_MS = 24 * 60 * 60_000;
const payments = usePayments();
/** Faked: the catalogue service. Unreachable until the test starts it. */
let catalog: FakeService | undefined;

afterAll(() => catalog?.stop());

const differenceOf = async (id: string) =>
  (await payments.bus.call('payments.differences', {})).differences.find(
    ({ squarePaymentId }) => squarePaymentId === id,
  );

describe('records restored from a backup', () => {
  it('are reconciled once the geodes of lost orders are withdrawn and unfinished attempts are refunded', async () => {
    const since = new Date(Date.now() - 3 * DAY_MS).toISOString();
    const isReconciled = async () => (await payments.bus.call('payments.reconcile-since', { since })).isDone;
    const note = paymentNote('0A1B2C3D', [GEODE]);
    const id = await payments.simulator.pay({ referenceId: randomUUID(), autocomplete: true, note });
    const unfinished = randomUUID();
    await payments.simulator.pay({
      referenceId: unfinished,
      autocomplete: true,
      note: paymentNote('1A2B3C4D', [GEODE]),
    });
    // the orders service voids unfinished attempts of the backup before it asks for the reconciliation
    expect(await payments.bus.call('payments.void', { attemptId: unfinished })).toEqual({ outcome: 'voided' });

    await payments.simulator.fail('refund', 'error-503', { count: 100 });
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await isReconciled()).toBe(false);
      await pause(200);
    }
    expect(await differenceOf(id)).toBeUndefined();

    catalog = await fakeService((await testServers()).nats, {
      'catalog.withdraw-geodes': () => ({ geodes: [{ id: GEODE, title: 'Amethyst' }] }),
    });
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await isReconciled()).toBe(false);
      await pause(200);
    }
    await payments.simulator.clearFaults();
    await eventually(async () => expect(await isReconciled()).toBe(true));
    expect(catalog.asked.map(({ request }) => request)).toEqual([
      { references: [GEODE.slice(0, 8)], squarePaymentId: id },
    ]);
    expect(await differenceOf(id)).toMatchObject({ kind: 'unknown-attempt', state: 'open' });
    expect((await differenceOf(id))?.text).toContain(`order 0A1B2C3D; stones ${GEODE.slice(0, 8)} (Amethyst)`);
    expect((await payments.row(unfinished)).state).toBe('refunded');

    await payments.reconcile();
    expect(catalog.asked).toHaveLength(1);
  });

  it('are compared from where they last agreed with Square, at any age', async () => {
    const square = payments.app.get(SquarePayments, { strict: false });
    const list = square.list.bind(square);
    const startedFrom: number[] = [];
    square.list = (span) => {
      startedFrom.push(span.from.getTime());
      return list(span);
    };
    try {
      await eventually(async () => {
        await payments.database.query(
          `INSERT INTO comparison (span, ended_at) VALUES ('day', now() - interval '3 days')
           ON CONFLICT (span) DO UPDATE SET ended_at = excluded.ended_at`,
        );
        expect(await payments.app.get(Reconcile, { strict: false }).run('day')).toBeDefined();
      });
      expect(Math.min(...startedFrom)).toBeLessThan(Date.now() - 3 * DAY_MS);
      startedFrom.length = 0;
      await eventually(async () =>
        expect(await payments.app.get(Reconcile, { strict: false }).run('day')).toBeDefined(),
      );
      expect(Math.min(...startedFrom)).toBeGreaterThan(Date.now() - 2 * DAY_MS);
    } finally {
      square.list = list;
    }
  });
});

describe('records that last agreed with Square long ago', () => {
  const FROM = Date.now() - 10 * DAY_MS;
  const MANY = 700;
  const MINUTE_MS = 60_000;
  /** One object per page, a minute apart: more pages than one run reads. */
  const page = <T>(of: (id: string, at: Date) => T, from: Date, cursor: string | undefined) => {
    const first = Math.max(0, Math.ceil((from.getTime() - FROM) / MINUTE_MS));
    const index = cursor === undefined ? first : Number(cursor);
    const one = index < MANY ? [of(`P${index}`, new Date(FROM + index * MINUTE_MS))] : [];
    return { one, cursor: index + 1 < MANY ? String(index + 1) : undefined };
  };
  const paymentOf = (id: string, createdAt: Date): SquarePayment => ({
    id,
    status: 'COMPLETED',
    amountCents: 100,
    currency: 'USD',
    referenceId: undefined,
    createdAt,
    hasRefund: false,
    refundIds: [],
  });
  const refundOf = (id: string, at: Date): SquareRefund => ({
    id: `R-${id}`,
    squarePaymentId: id,
    amountCents: 100,
    status: 'COMPLETED',
    createdAt: at,
    updatedAt: at,
  });

  it.each(['payments', 'refunds'] as const)(
    'do not count as reconciled before all %s are read, and each run continues where the last one stopped',
    async (what) => {
      const square = payments.app.get(SquarePayments, { strict: false });
      const { list, listRefunds } = square;
      const startedFrom: number[] = [];
      square.list = ({ from, cursor }) => {
        if (cursor === undefined) startedFrom.push(from.getTime());
        const { one, ...rest } = page(paymentOf, from, cursor);
        return Promise.resolve(what === 'payments' ? { payments: one, ...rest } : { payments: [], cursor: undefined });
      };
      square.listRefunds = ({ from, cursor }) => {
        const { one, ...rest } = page(refundOf, from, cursor);
        return Promise.resolve(what === 'refunds' ? { refunds: one, ...rest } : { refunds: [], cursor: undefined });
      };
      const reconcile = payments.app.get(Reconcile, { strict: false });
      const agreedUntil = async () => {
        const [row] = await payments.database.query(`SELECT ended_at FROM comparison WHERE span = 'day'`);
        return (row as { ended_at: Date }).ended_at.getTime();
      };
      try {
        await eventually(async () => {
          startedFrom.length = 0;
          await payments.database.query(
            `INSERT INTO comparison (span, ended_at) VALUES ('day', $1)
             ON CONFLICT (span) DO UPDATE SET ended_at = excluded.ended_at`,
            [new Date(FROM)],
          );
          expect(await reconcile.run('day')).toBeUndefined();
          expect(await agreedUntil()).toBeGreaterThan(FROM);
          expect(await agreedUntil()).toBeLessThan(Date.now() - 9 * DAY_MS);
          expect(await reconcile.run('day')).toBeDefined();
          expect(await agreedUntil()).toBeGreaterThan(Date.now() - DAY_MS);
        });
        expect(startedFrom.filter((from) => from < Date.now() - 2 * DAY_MS)).toEqual([
          FROM - 60 * MINUTE_MS,
          FROM + 497 * MINUTE_MS,
        ]);
      } finally {
        Object.assign(square, { list, listRefunds });
      }
    },
  );
});
