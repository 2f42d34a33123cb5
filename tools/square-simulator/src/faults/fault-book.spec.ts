import { FaultBook } from './fault-book.js';

const fault = { operation: 'create', kind: 'hang', count: 1, delayMs: 0 } as const;

describe('the fault book', () => {
  it('hits as many calls as were asked for, and then none', () => {
    const book = new FaultBook();
    book.add({ ...fault, count: 2 });
    expect(book.takeForCall('create')?.kind).toBe('hang');
    expect(book.takeForCall('create')?.kind).toBe('hang');
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.list()).toEqual([]);
  });

  it('leaves other calls alone, unless any call is meant', () => {
    const book = new FaultBook();
    book.add(fault);
    expect(book.takeForCall('complete')).toBeUndefined();
    book.add({ ...fault, operation: 'any', kind: 'reset' });
    expect(book.takeForCall('complete')?.kind).toBe('reset');
  });

  it('keeps faults of calls and of notifications apart', () => {
    const book = new FaultBook();
    book.add({ ...fault, kind: 'drop-webhook' });
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.takeForWebhook('create')).toBe('drop-webhook');
  });

  it('makes only lists stale', () => {
    const book = new FaultBook();
    book.add({ ...fault, operation: 'any', kind: 'stale-list', delayMs: 1_000 });
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.takeForCall('list')?.delayMs).toBe(1_000);
  });

  it('has a limit', () => {
    const book = new FaultBook();
    for (let count = 0; count < 100; count += 1) book.add(fault);
    expect(book.add(fault)).toBeUndefined();
  });
});
