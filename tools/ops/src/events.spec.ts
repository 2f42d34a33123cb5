import type { OrderEventView } from '@geodes/contracts';
import { formatEvent, formatEvents } from './events.js';

const event = (change: Partial<OrderEventView> = {}): OrderEventView => ({
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

describe('formatEvents', () => {
  it('says that everything was applied when no event waits', () => {
    expect(formatEvents({ events: [], counts: { waiting: 0, failed: 0 } })).toContain('was applied');
  });

  it('shows each event with its id and last error, and the commands to type', () => {
    const text = formatEvents({ events: [event()], counts: { waiting: 2, failed: 1 } });
    for (const part of [event().id, 'DEADBEEF', 'given up', '10 x', 'has no reservation']) expect(text).toContain(part);
    expect(text).toContain('1 given up, 2 waiting. npm run ops -- events show ID');
  });

  it('shows no commands while events only wait', () => {
    const text = formatEvents({
      events: [event({ state: 'waiting', failedAt: null })],
      counts: { waiting: 1, failed: 0 },
    });
    expect(text.split('\n').at(-1)).toBe('0 given up, 1 waiting.');
  });

  it('shows the reason of a dropped event instead of its last error', () => {
    const dropped = event({ state: 'dropped', droppedAt: event().createdAt, droppedReason: 'sold by hand' });
    const text = formatEvents({ events: [dropped], counts: { waiting: 0, failed: 0 } });
    expect(text).toContain('sold by hand');
    expect(text).not.toContain('no reservation');
  });
});

describe('formatEvent', () => {
  it('shows all known properties and omits the others', () => {
    const text = formatEvent(event());
    expect(text).toContain('order.paid of order DEADBEEF');
    expect(text).toContain('has no reservation');
    expect(text).not.toMatch(/null|undefined|dropped|applied/);
  });
});
