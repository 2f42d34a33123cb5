import { canBecome } from './reservation.entity.js';

const STATES = ['held', 'reserved', 'sold', 'released', 'returned'] as const;

it.each([
  ['held', ['reserved', 'released']],
  ['reserved', ['held', 'sold', 'released']],
  ['sold', ['returned']],
  ['released', []],
  ['returned', []],
] as const)('lets a reservation that is %s become only %j', (from, next) =>
  expect(STATES.filter((to) => canBecome(from, to))).toEqual(next),
);
