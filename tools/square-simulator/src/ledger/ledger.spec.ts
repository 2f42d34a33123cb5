import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from './idempotency.js';
import type { Payment } from '../payments/payment.js';
import { Ledger } from './ledger.js';

describe('the fingerprint of a body', () => {
  it('does not depend on the order of fields, at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: [3, 4] } })).toBe(fingerprint({ b: { d: [3, 4], c: 2 }, a: 1 }));
  });

  it('depends on every value', () => {
    const bodies = [{ a: 1 }, { a: '1' }, { a: 1, b: null }, { a: [1, 2] }, { a: [2, 1] }, undefined];
    expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
  });
});

const fail = (error: unknown): never => {
  throw error;
};

const payment = (id: string, change: Partial<Payment> = {}): Payment =>
  ({
    id,
    created_at: '2026-11-21T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.000Z',
    status: 'COMPLETED',
    amount_money: { amount: 100, currency: 'USD' },
    ...change,
  }) as Payment;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  path = join(folder, 'ledger.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the ledger', () => {
  it('compacts its journal at the start without changing the state', async () => {
    const event = { id: 'event', type: 'payment.updated', createdAt: '', subjectId: 'a', copies: 1 } as const;
    const ledger = await Ledger.open(folder, fail);
    ledger.commit({ payments: [payment('a', { note: 'as the event tells it' })], events: [event] });
    for (let version = 0; version < 5_000; version += 1)
      ledger.commit({ payments: [payment(version % 2 ? 'a' : 'b', { note: `${version}`.padEnd(1_000) })] });
    ledger.commit({
      keys: [
        {
          scope: 'create',
          key: 'k',
          fingerprint: 'f',
          at: new Date().toISOString(),
          subjectId: 'a',
          status: 200,
          reply: 1,
        },
      ],
    });
    await ledger.close();
    expect((await stat(path)).size).toBeGreaterThan(4 * 1024 * 1024);

    const reopened = await Ledger.open(folder, fail);
    expect((await stat(path)).size).toBeLessThan(10_000);
    reopened.commit({ payments: [payment('c')] });
    await reopened.close();

    const again = await Ledger.open(folder, fail);
    expect([...again.payments()].map(({ id, note }) => [id, note?.trim()])).toEqual([
      ['a', '4999'],
      ['b', '4998'],
      ['c', undefined],
    ]);
    expect(again.key('create', 'k')?.subjectId).toBe('a');
    expect(again.pendingEvents()).toMatchObject([{ id: 'event', subject: { note: 'as the event tells it' } }]);
    await again.close();
  });

  it('has committed changes on disk before written() resolves', async () => {
    const ledger = await Ledger.open(folder, fail);
    for (const id of ['a', 'b', 'c']) {
      ledger.commit({ payments: [payment(id)] });
      await ledger.written();
      expect(await readFile(path, 'utf8')).toContain(`"id":"${id}"`);
    }
    await ledger.close();
  });

  it('refuses to start with a broken line in the middle, and names it', async () => {
    await appendFile(path, '{"payments":[]}\nnonsense\n{"payments":[]}\n');
    await expect(Ledger.open(folder, fail)).rejects.toThrow(/^Line 2 of .*ledger\.jsonl cannot be read/);
  });

  it('sorts by time even if payments arrive out of order', async () => {
    const ledger = await Ledger.open(folder, fail);
    for (const second of ['03', '01', '02'])
      ledger.commit({ payments: [payment(second, { created_at: `2026-11-21T09:00:${second}.000Z` })] });
    expect([...ledger.payments()].map(({ id }) => id)).toEqual(['01', '02', '03']);
    const from = Date.parse('2026-11-21T09:00:02.000Z');
    expect([...ledger.payments(from, from, true)].map(({ id }) => id)).toEqual(['02']);
    expect([...ledger.payments(from, Infinity, true)].map(({ id }) => id)).toEqual(['03', '02']);
    await ledger.close();
  });
});
