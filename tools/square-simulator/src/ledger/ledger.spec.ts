import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/create-refund.js';
import { fingerprint } from './idempotency.js';
import { type Change, Ledger } from './ledger.js';

describe('the fingerprint of a body', () => {
  it('does not depend on the order of fields, at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: [3, 4] } })).toBe(fingerprint({ b: { d: [3, 4], c: 2 }, a: 1 }));
  });

  it('depends on every value', () => {
    const bodies = [{ a: 1 }, { a: '1' }, { a: 1, b: null }, { a: [1, 2] }, { a: [2, 1] }, undefined];
    expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
  });
});

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
let ledger: Ledger;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  ledger = new Ledger(folder);
});
afterEach(async () => {
  ledger.close();
  await rm(folder, { recursive: true, force: true });
});

const reopen = (): void => {
  ledger.close();
  ledger = new Ledger(folder);
};

const key = {
  scope: 'create',
  key: 'k',
  fingerprint: 'f',
  subjectId: 'a',
  status: 200,
  reply: 1,
} as const;

describe('the ledger', () => {
  it('has the last version of each object when it is opened again', () => {
    ledger.commit({ payments: [payment('a', { note: 'first' })] });
    ledger.commit({ payments: [payment('a', { note: 'later' }), payment('b')], keys: [key] });
    reopen();
    expect([...ledger.payments()].map(({ id, note }) => [id, note])).toEqual([
      ['a', 'later'],
      ['b', undefined],
    ]);
    expect(ledger.key('create', 'k')).toEqual(key);
    expect(ledger.key('refund', 'k')).toBeUndefined();
  });

  it('records a change completely or not at all', () => {
    const broken = { id: undefined } as unknown as Refund;
    expect(() => ledger.commit({ payments: [payment('a')], refunds: [broken] })).toThrow();
    expect(ledger.payment('a')).toBeUndefined();
    ledger.commit({ payments: [payment('b')] });
    expect(ledger.payment('b')).toBeDefined();
  });

  it('takes over a ledger from before SQLite, without a half-written last line', async () => {
    const changes: Change[] = [
      { payments: [payment('a')] },
      { payments: [payment('a', { note: 'later' })], keys: [key] },
    ];
    const path = join(folder, 'ledger.jsonl');
    await writeFile(path, `${changes.map((change) => JSON.stringify(change)).join('\n')}\n{"payments":[{"id":"half`);
    reopen();
    expect([...ledger.payments()]).toEqual([payment('a', { note: 'later' })]);
    expect(ledger.key('create', 'k')).toEqual(key);
    expect(existsSync(path)).toBe(false);
  });

  it('refuses to take over a ledger with a broken line in the middle, and names it', async () => {
    const path = join(folder, 'ledger.jsonl');
    const line = JSON.stringify({ payments: [payment('a')] });
    await writeFile(path, `${line}\nnonsense\n${line}\n`);
    expect(() => new Ledger(folder)).toThrow(/^Line 2 of .*ledger\.jsonl cannot be read/);
    expect(existsSync(path)).toBe(true);
    expect(ledger.payment('a')).toBeUndefined();
  });

  it('sorts by time even if payments arrive out of order', () => {
    for (const second of ['03', '01', '02'])
      ledger.commit({ payments: [payment(second, { created_at: `2026-11-21T09:00:${second}.000Z` })] });
    expect([...ledger.payments()].map(({ id }) => id)).toEqual(['01', '02', '03']);
    const from = Date.parse('2026-11-21T09:00:02.000Z');
    expect([...ledger.payments(from, from, true)].map(({ id }) => id)).toEqual(['02']);
    expect([...ledger.payments(from, Infinity, true)].map(({ id }) => id)).toEqual(['03', '02']);
  });
});
