import { FaultQueue } from './fault-queue.js';

const fault = { operation: 'create', kind: 'hang', count: 1, delayMs: 0 } as const;

describe('FaultQueue', () => {
  it('fails the requested number of calls and then none', () => {
    const book = new FaultQueue();
    book.add({ ...fault, count: 2 });
    expect(book.takeForCall('create')?.kind).toBe('hang');
    expect(book.takeForCall('create')?.kind).toBe('hang');
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.list()).toEqual([]);
  });

  it('fails other operations only if the fault is for any', () => {
    const book = new FaultQueue();
    book.add(fault);
    expect(book.takeForCall('complete')).toBeUndefined();
    book.add({ ...fault, operation: 'any', kind: 'reset' });
    expect(book.takeForCall('complete')?.kind).toBe('reset');
  });

  it('separates faults of calls from faults of notifications', () => {
    const book = new FaultQueue();
    book.add({ ...fault, kind: 'drop-webhook' });
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.takeForWebhook('create')).toBe('drop-webhook');
  });

  it('applies stale faults to lists only', () => {
    const book = new FaultQueue();
    book.add({ ...fault, operation: 'any', kind: 'stale-list', delayMs: 1_000 });
    expect(book.takeForCall('create')).toBeUndefined();
    expect(book.takeForCall('list')?.delayMs).toBe(1_000);
  });
});
