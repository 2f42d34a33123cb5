import type { PresentProcess } from '@geodes/contracts';
import { isAllWell, evaluate } from './evaluate.js';
import { type ObservedState, parseAuditMetrics } from './read-status.js';

const AT = '2026-05-01T12:00:00.000Z';
const before = (seconds: number): string => new Date(Date.parse(AT) - seconds * 1_000).toISOString();
const MB = 1024 * 1024;
const present = (service: string, checks: string[], change: Partial<PresentProcess> = {}): PresentProcess => ({
  name: service,
  service,
  memoryBytes: 120 * MB,
  version: '1.2.3',
  startedAt: before(7_200),
  checks: checks.map((name) => ({ name, isWell: true })),
  ...change,
});
const seen = (change: Partial<ObservedState> = {}): ObservedState => ({
  at: AT,
  nats: { said: true },
  processes: [
    present('gateway', ['nats', 'redis', 'object-store']),
    present('catalog', ['nats', 'database', 'redis']),
    present('orders', ['nats', 'database']),
    present('payments', ['nats', 'postgres']),
    present('media', ['nats', 'database', 'object-store']),
  ],
  byThemselves: {},
  orders: {
    said: {
      checkouts: { count: 1, oldestAt: before(2) },
      events: { count: 0, oldestAt: null, givenUp: 0 },
      queues: [{ name: 'catalog.order-events', waiting: 0, active: 1, delayed: 0, failed: 0, oldestAt: before(1) }],
      redis: { usedBytes: 2 * MB, maxBytes: 192 * MB, policy: 'noeviction' },
      database: { connections: 40, maxConnections: 200 },
    },
  },
  payments: {
    said: {
      unsettled: { count: 0, oldestAt: null },
      comparisons: [
        { span: 'day', endedAt: before(1_800) },
        { span: 'recent', endedAt: before(20) },
      ],
      differencesOpen: 0,
      database: { connections: 40, maxConnections: 200 },
    },
  },
  holds: { said: { count: 2, geodes: 3 } },
  audit: { said: { checkedAt: before(50), violations: {} } },
  ...change,
});
const ordersWith = (change: object): Partial<ObservedState> => {
  const { orders } = seen();
  return { orders: 'said' in orders ? { said: { ...orders.said, ...change } } : orders };
};
const paymentsWith = (change: object): Partial<ObservedState> => {
  const { payments } = seen();
  return { payments: 'said' in payments ? { said: { ...payments.said, ...change } } : payments };
};
/** The rows that are not well, by part. */
const bad = (change: Partial<ObservedState>) =>
  Object.fromEntries(
    evaluate(seen(change))
      .filter(({ verdict }) => verdict !== 'well')
      .map(({ part, verdict, says }) => [part, `${verdict}: ${says}`]),
  );

describe('evaluate', () => {
  it('returns a row for each part of a healthy shop', () => {
    const rows = evaluate(seen());
    expect(isAllWell(rows)).toBe(true);
    expect(Object.fromEntries(rows.map(({ part, says }) => [part, says]))).toEqual({
      gateway: 'version 1.2.3, for 2 h, 120 MB',
      catalog: 'version 1.2.3, for 2 h, 120 MB',
      orders: 'version 1.2.3, for 2 h, 120 MB',
      payments: 'version 1.2.3, for 2 h, 120 MB',
      media: 'version 1.2.3, for 2 h, 120 MB',
      nats: 'answers',
      postgres: '40 of 200 connections',
      redis: '2 MB of 192 MB',
      'object-store': 'answers',
      square: 'compared with the shop 20 s ago',
      checkouts: '1, the oldest for 2 s',
      'payments under way': 'none waits',
      outbox: 'none waits',
      'events given up': 'none',
      'catalog.order-events': '0 waiting, 1 active, 0 delayed, 0 failed',
      differences: 'none waits for the owner',
      holds: '2, which keep 3 geodes off sale',
      audit: 'no violation 50 s ago',
    });
  });

  it('reports a missing kind of process and lists every instance of the others', () => {
    const processes = seen().processes.filter(({ service }) => service !== 'media');
    processes.push(present('orders', ['nats', 'database'], { name: 'orders.2' }));
    expect(bad({ processes })).toEqual({ media: 'wrong: does not answer' });
    expect(evaluate(seen({ processes })).map(({ part }) => part)).toContain('orders.2');
  });

  it('reports which processes cannot reach a server', () => {
    const [gateway, catalog, ...others] = seen().processes;
    const lost = (one: PresentProcess): PresentProcess => ({
      ...one,
      checks: one.checks.map(({ name, isWell }) => ({ name, isWell: name === 'redis' ? false : isWell })),
    });
    expect(bad({ processes: [lost(gateway!), lost(catalog!), ...others] })).toEqual({
      gateway: 'wrong: version 1.2.3, for 2 h, 120 MB; does not reach redis',
      catalog: 'wrong: version 1.2.3, for 2 h, 120 MB; does not reach redis',
      redis: 'wrong: not reached by gateway, catalog',
    });
  });

  it('reports unknown parts without NATS, and the local processes by their health checks', () => {
    const away = { away: 'not to be asked while NATS is away' };
    const found = bad({
      nats: { away: 'nothing answers' },
      processes: [],
      byThemselves: { orders: { said: ['nats'] }, 'orders.2': { away: 'nothing answers' }, media: { said: [] } },
      orders: away,
      payments: away,
      holds: away,
    });
    expect(found).toMatchObject({
      nats: 'wrong: nothing answers',
      orders: 'wrong: does not reach nats',
      'orders.2': 'wrong: nothing answers',
      square: 'unknown: not to be asked while NATS is away',
      outbox: 'unknown: not to be asked while NATS is away',
    });
    expect(found).not.toHaveProperty('media');
  });

  it.each([
    [
      'events that wait for too long',
      ordersWith({ events: { count: 3, oldestAt: before(600), givenUp: 0 } }),
      'outbox',
    ],
    ['events given up', ordersWith({ events: { count: 0, oldestAt: null, givenUp: 1 } }), 'events given up'],
    ['a checkout that does not end', ordersWith({ checkouts: { count: 1, oldestAt: before(600) } }), 'checkouts'],
    ['a shop that takes no checkout after a restore', ordersWith({ closedSince: before(60) }), 'new checkouts'],
    [
      'a payment that does not end',
      paymentsWith({ unsettled: { count: 1, oldestAt: before(1_500) } }),
      'payments under way',
    ],
    ['differences with Square', paymentsWith({ differencesOpen: 1 }), 'differences'],
    [
      'a Square that does not answer',
      paymentsWith({ comparisons: [{ span: 'recent', endedAt: before(400) }] }),
      'square',
    ],
    ['a full Redis', ordersWith({ redis: { usedBytes: 180 * MB, maxBytes: 192 * MB, policy: 'noeviction' } }), 'redis'],
    ['a Redis that throws away', ordersWith({ redis: { usedBytes: 1, maxBytes: 0, policy: 'allkeys-lru' } }), 'redis'],
    ['a PostgreSQL without room', ordersWith({ database: { connections: 197, maxConnections: 200 } }), 'postgres'],
    [
      'violations',
      { audit: { said: { checkedAt: AT, violations: { 'attempt-stuck': 2 } } } } as Partial<ObservedState>,
      'audit',
    ],
    [
      'an audit that does not look',
      { audit: { said: { checkedAt: before(7_200), violations: {} } } } as Partial<ObservedState>,
      'audit',
    ],
  ])('reports %s and nothing else', (_what, change, part) => {
    expect(Object.keys(bad(change))).toEqual([part]);
  });
});

describe('parseAuditMetrics', () => {
  it('returns the present violations and the time of the last check', () => {
    const text = `# HELP x
shop_invariant_violations{kind="attempt-stuck"} 2
shop_invariant_violations{kind="order-left-open"} 0
shop_audit_last_run_timestamp_seconds ${Date.parse(AT) / 1_000}`;
    expect(parseAuditMetrics(text)).toEqual({ checkedAt: AT, violations: { 'attempt-stuck': 2 } });
    expect(parseAuditMetrics('shop_audit_last_run_timestamp_seconds 0')).toEqual({ checkedAt: null, violations: {} });
  });
});
