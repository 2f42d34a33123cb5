import { FaultQueue } from './fault-queue.js';

const fault = { operation: 'create', kind: 'hang', count: 1, delayMs: 0 } as const;

describe('FaultQueue', () => {
  it('fails the requested number of calls and then none', () => {
    const queue = new FaultQueue();
    queue.add({ ...fault, count: 2 });
    expect(queue.takeForCall('create')?.kind).toBe('hang');
    expect(queue.takeForCall('create')?.kind).toBe('hang');
    expect(queue.takeForCall('create')).toBeUndefined();
    expect(queue.list()).toEqual([]);
  });

  it('fails other operations only if the fault is for any', () => {
    const queue = new FaultQueue();
    queue.add(fault);
    expect(queue.takeForCall('complete')).toBeUndefined();
    queue.add({ ...fault, operation: 'any', kind: 'reset' });
    expect(queue.takeForCall('complete')?.kind).toBe('reset');
  });

  it('separates faults of calls from faults of notifications', () => {
    const queue = new FaultQueue();
    queue.add({ ...fault, kind: 'drop-webhook' });
    expect(queue.takeForCall('create')).toBeUndefined();
    expect(queue.takeForWebhook('create')).toBe('drop-webhook');
  });

  it('applies stale faults to lists only', () => {
    const queue = new FaultQueue();
    queue.add({ ...fault, operation: 'any', kind: 'stale-list', delayMs: 1_000 });
    expect(queue.takeForCall('create')).toBeUndefined();
    expect(queue.takeForCall('list')?.delayMs).toBe(1_000);
  });
});
