import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentNote } from '@geodes/contracts';
import { type FakeService, fakeService, testServers } from '@geodes/testing';
import { Reconcile } from '../src/reconciliation/reconcile.js';
import type { SquarePayment, SquareRefund } from '../src/square/square-payment.js';
import { SquarePayments } from '../src/square/square-payments.js';
import { eventually, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

const STONE = randomUUID();
const DAY_MS = 24 * 60 * 60_000;
let payments: PaymentsUnderTest;
/** Stands in for the catalogue; before it is there, nobody listens. */
let catalog: FakeService | undefined;

beforeAll(async () => {
  payments = await startPayments();
});
afterAll(async () => {
  await catalog?.stop();
  await payments.stop();
});

const lost = async (id: string) =>
  (await payments.bus.call('payments.differences', {})).differences.find(
    ({ squarePaymentId }) => squarePaymentId === id,
  );

describe('books that come from a backup', () => {
  it('are reconciled once the geodes of lost orders are withdrawn, and what was half done is given back', async () => {
    const since = new Date(Date.now() - 3 * DAY_MS).toISOString();
    const isReconciled = async () => (await payments.bus.call('payments.reconcile-since', { since })).isDone;
    const note = paymentNote('0A1B2C3D', [STONE]);
    const id = await payments.simulator.pay({ referenceId: randomUUID(), autocomplete: true, note });
    const halfDone = randomUUID();
    await payments.simulator.pay({ referenceId: halfDone, autocomplete: true, note: paymentNote('1A2B3C4D', [STONE]) });
    // the orders service ends what the backup has half done before it asks for the reconciliation
    expect(await payments.bus.call('payments.void', { attemptId: halfDone })).toEqual({ outcome: 'voided' });

    for (let tries = 0; tries < 5; tries += 1) {
      expect(await isReconciled()).toBe(false);
      await pause(200);
    }
    expect(await lost(id)).toBeUndefined();

    catalog = await fakeService((await testServers()).nats, {
      'catalog.withdraw-geodes': () => ({ geodes: [{ id: STONE, title: 'Amethyst' }] }),
    });
    await payments.simulator.fault('refund', 'error-503', { count: 100 });
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await isReconciled()).toBe(false);
      await pause(200);
    }
    await payments.simulator.clearFaults();
    await eventually(async () => expect(await isReconciled()).toBe(true));
    expect(catalog.asked.map(({ request }) => request)).toEqual([
      { references: [STONE.slice(0, 8)], squarePaymentId: id },
    ]);
    expect(await lost(id)).toMatchObject({ kind: 'unknown-attempt', state: 'open' });
    expect((await lost(id))?.text).toContain(`order 0A1B2C3D; stones ${STONE.slice(0, 8)} (Amethyst)`);
    expect((await payments.row(halfDone)).state).toBe('refunded');

    await payments.reconcile();
    expect(catalog.asked).toHaveLength(1);
  });

  it('are compared from where they last agreed with Square, however long ago that was', async () => {
    const square = payments.app.get(SquarePayments, { strict: false });
    const list = square.list.bind(square);
    const begun: number[] = [];
    square.list = (span) => {
      begun.push(span.from.getTime());
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
      expect(Math.min(...begun)).toBeLessThan(Date.now() - 3 * DAY_MS);
      begun.length = 0;
      await eventually(async () =>
        expect(await payments.app.get(Reconcile, { strict: false }).run('day')).toBeDefined(),
      );
      expect(Math.min(...begun)).toBeGreaterThan(Date.now() - 2 * DAY_MS);
    } finally {
      square.list = list;
    }
  });
});

describe('books from long ago', () => {
  const FROM = Date.now() - 10 * DAY_MS;
  const MANY = 700;
  const MINUTE_MS = 60_000;
  /** One a page, a minute apart: more pages than one comparison reads. */
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
    'do not agree with Square before all %s were read, and every comparison goes on where the last one ended',
    async (what) => {
      const square = payments.app.get(SquarePayments, { strict: false });
      const { list, listRefunds } = square;
      const begun: number[] = [];
      square.list = ({ from, cursor }) => {
        if (cursor === undefined) begun.push(from.getTime());
        const { one, ...rest } = page(paymentOf, from, cursor);
        return Promise.resolve(what === 'payments' ? { payments: one, ...rest } : { payments: [], cursor: undefined });
      };
      square.listRefunds = ({ from, cursor }) => {
        const { one, ...rest } = page(refundOf, from, cursor);
        return Promise.resolve(what === 'refunds' ? { refunds: one, ...rest } : { refunds: [], cursor: undefined });
      };
      const comparing = payments.app.get(Reconcile, { strict: false });
      const agreedAt = async () => {
        const [row] = await payments.database.query(`SELECT ended_at FROM comparison WHERE span = 'day'`);
        return (row as { ended_at: Date }).ended_at.getTime();
      };
      try {
        await eventually(async () => {
          begun.length = 0;
          await payments.database.query(
            `INSERT INTO comparison (span, ended_at) VALUES ('day', $1)
             ON CONFLICT (span) DO UPDATE SET ended_at = excluded.ended_at`,
            [new Date(FROM)],
          );
          expect(await comparing.run('day')).toBeUndefined();
          expect(await agreedAt()).toBeGreaterThan(FROM);
          expect(await agreedAt()).toBeLessThan(Date.now() - 9 * DAY_MS);
          expect(await comparing.run('day')).toBeDefined();
          expect(await agreedAt()).toBeGreaterThan(Date.now() - DAY_MS);
        });
        expect(begun.filter((from) => from < Date.now() - 2 * DAY_MS)).toEqual([
          FROM - 60 * MINUTE_MS,
          FROM + 497 * MINUTE_MS,
        ]);
      } finally {
        Object.assign(square, { list, listRefunds });
      }
    },
  );
});
