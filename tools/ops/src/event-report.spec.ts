import type { OrderEventView } from '@geodes/contracts';
import { eventLines, eventTable } from './event-report.js';

const fact = (change: Partial<OrderEventView> = {}): OrderEventView => ({
  id: '11111111-2222-4333-8444-555555555555',
  type: 'order.paid',
  orderId: '99999999-2222-4333-8444-5555deadbeef',
  orderNumber: 'DEADBEEF',
  state: 'failed',
  createdAt: '2026-05-01T12:00:00.000Z',
  enqueued: 10,
  nextTryAt: null,
  failures: 10,
  lastError: 'order.paid: order 9 has no reservation',
  lastFailedAt: '2026-05-01T12:04:00.000Z',
  failedAt: '2026-05-01T12:04:00.000Z',
  doneAt: null,
  droppedAt: null,
  droppedBy: null,
  droppedReason: null,
  ...change,
});

describe('the list of facts', () => {
  it('says that all is well where nothing waits', () => {
    expect(eventTable({ events: [], counts: { waiting: 0, failed: 0 } })).toContain('was applied');
  });

  it('has a line a fact with its whole id and why, and says what to type', () => {
    const text = eventTable({ events: [fact()], counts: { waiting: 2, failed: 1 } });
    for (const part of [fact().id, 'DEADBEEF', 'given up', '10 x', 'has no reservation']) expect(text).toContain(part);
    expect(text).toContain('1 given up, 2 waiting. npm run ops -- facts show ID');
  });

  it('asks for nothing while facts only wait', () => {
    const text = eventTable({
      events: [fact({ state: 'waiting', failedAt: null })],
      counts: { waiting: 1, failed: 0 },
    });
    expect(text.split('\n').at(-1)).toBe('0 given up, 1 waiting.');
  });

  it('tells why a dropped one was dropped, not how it had failed', () => {
    const dropped = fact({ state: 'dropped', droppedAt: fact().createdAt, droppedReason: 'sold by hand' });
    const text = eventTable({ events: [dropped], counts: { waiting: 0, failed: 0 } });
    expect(text).toContain('sold by hand');
    expect(text).not.toContain('no reservation');
  });
});

describe('one fact', () => {
  it('is told with everything that is known of it, and with nothing that is not', () => {
    const text = eventLines(fact());
    expect(text).toContain('order.paid of order DEADBEEF');
    expect(text).toContain('has no reservation');
    expect(text).not.toMatch(/null|undefined|dropped|applied/);
  });
});
