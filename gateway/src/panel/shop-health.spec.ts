import type { ProcessHealth } from '@geodes/contracts';
import { toParts, type Report } from './shop-health.js';

const STARTED = '2026-01-01T00:00:00.000Z';
const reporting = (checks: Record<string, boolean>): ProcessHealth => ({
  version: '1.2.3',
  startedAt: STARTED,
  checks: Object.entries(checks).map(([name, isWell]) => ({ name, isWell })),
});
const allWell = (): Report[] => [
  { name: 'gateway', health: reporting({ nats: true, redis: true, 'object-store': true }) },
  { name: 'catalog', health: reporting({ nats: true, database: true, redis: true }) },
  { name: 'orders', health: reporting({ nats: true, database: true }) },
  { name: 'payments', health: reporting({ nats: true, postgres: true }) },
  { name: 'media', health: reporting({ nats: true, database: true, 'object-store': true }) },
];
const withReport = (name: Report['name'], health: Report['health']): Report[] =>
  allWell().map((report) => (report.name === name ? { name, health } : report));
const states = (reports: Report[]) =>
  Object.fromEntries(
    toParts(reports)
      .filter(({ state }) => state !== 'well')
      .map(({ name, state, failing }) => [name, [state, failing]]),
  );

describe('the health of the shop', () => {
  it('lists every part, with version and start of the processes', () => {
    const parts = toParts(allWell());
    const names = 'gateway catalog orders payments media postgres redis nats object-store';
    expect(parts.map(({ name }) => name).join(' ')).toBe(names);
    expect(states(allWell())).toEqual({});
    expect(parts[1]).toEqual({
      name: 'catalog',
      kind: 'process',
      state: 'well',
      version: '1.2.3',
      startedAt: STARTED,
      failing: [],
    });
  });

  it('shows a process that does not respond as away', () => {
    expect(states(withReport('orders', undefined))).toEqual({ orders: ['away', []] });
  });

  it('shows which server a process cannot reach, at both', () => {
    expect(states(withReport('payments', reporting({ nats: true, postgres: false })))).toEqual({
      payments: ['failing', ['postgres']],
      postgres: ['failing', ['payments']],
    });
  });

  it('shows a server that no process reaches as away', () => {
    const reports = allWell().map(({ name, health }): Report => {
      const checks = health?.checks.map((check) => ({ ...check, isWell: check.name !== 'redis' })) ?? [];
      return { name, health: health && { ...health, checks } };
    });
    expect(states(reports)).toEqual({
      gateway: ['failing', ['redis']],
      catalog: ['failing', ['redis']],
      redis: ['away', ['gateway', 'catalog']],
    });
  });

  it('shows a server as away if no process that uses it responds', () => {
    const alone: Report[] = allWell().map(({ name, health }) => ({
      name,
      health: name === 'gateway' ? health : undefined,
    }));
    expect(states(alone).postgres).toEqual(['away', []]);
  });
});
