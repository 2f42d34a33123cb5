import type { OpenHold, OpenHolds } from '@geodes/contracts';
import { holdsByGeode } from './holds-by-geode.js';

const hold = (holdId: string, ...geodeIds: string[]) => ({ holdId, geodeIds }) as OpenHold;

it('a geode is told with the hold that ends first', () => {
  const holds = { holds: [hold('first', 'agate', 'pyrite'), hold('second', 'pyrite', 'calcite')] } as OpenHolds;
  const found = holdsByGeode(holds);
  expect(['agate', 'pyrite', 'calcite', 'quartz'].map((id) => found.get(id)?.holdId)).toEqual([
    'first',
    'first',
    'second',
    undefined,
  ]);
  expect(holdsByGeode(undefined).size).toBe(0);
});
