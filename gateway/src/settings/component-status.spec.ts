import type { ProcessHealth } from '@geodes/contracts';
import { partsOf, type Report } from './component-status.js';

const STARTED = '2026-01-01T00:00:00.000Z';
const saying = (checks: Record<string, boolean>): ProcessHealth => ({
  version: '1.2.3',
  startedAt: STARTED,
  checks: Object.entries(checks).map(([name, isWell]) => ({ name, isWell })),
});
const allWell = (): Report[] => [
  { name: 'gateway', health: saying({ nats: true, redis: true, 'object-store': true }) },
  { name: 'catalog', health: saying({ nats: true, database: true, redis: true }) },
  { name: 'orders', health: saying({ nats: true, database: true }) },
  { name: 'payments', health: saying({ nats: true, postgres: true }) },
  { name: 'media', health: saying({ nats: true, database: true, 'object-store': true }) },
];
const replaced = (name: Report['name'], health: Report['health']): Report[] =>
  allWell().map((report) => (report.name === name ? { name, health } : report));
const states = (reports: Report[]) =>
  Object.fromEntries(
    partsOf(reports)
      .filter(({ state }) => state !== 'well')
      .map(({ name, state, failing }) => [name, [state, failing]]),
  );

describe('the parts of the shop', () => {
  it('are all named, with version and start of the processes', () => {
    const parts = partsOf(allWell());
    expect(parts.map(({ name }) => name)).toEqual([
      'gateway',
      'catalog',
      'orders',
      'payments',
      'media',
      'postgres',
      'redis',
      'nats',
      'object-store',
    ]);
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

  it('that do not answer are away', () => {
    expect(states(replaced('orders', undefined))).toEqual({ orders: ['away', []] });
  });

  it('that miss something say what, and the server says who misses it', () => {
    expect(states(replaced('payments', saying({ nats: true, postgres: false })))).toEqual({
      payments: ['failing', ['postgres']],
      postgres: ['failing', ['payments']],
    });
  });

  it('a server that nobody reaches is away', () => {
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

  it('a server that nobody could be asked about is away, too', () => {
    const alone: Report[] = allWell().map(({ name, health }) => ({
      name,
      health: name === 'gateway' ? health : undefined,
    }));
    expect(states(alone).postgres).toEqual(['away', []]);
  });
});
