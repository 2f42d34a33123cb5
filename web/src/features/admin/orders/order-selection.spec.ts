import type { RefundableOrder } from '@geodes/contracts';
import { coverage, MAX_SELECTED, type OrderSelection, refresh, select } from './order-selection.js';

const order = (id: string, change: Partial<RefundableOrder> = {}): RefundableOrder =>
  ({ id, ...change }) as RefundableOrder;
const NONE: OrderSelection = new Map();
const [a, b] = [order('a'), order('b')];

describe('a selection of orders', () => {
  it('gets and loses orders, and says how many of a page it has', () => {
    const both = select(NONE, [a, b], true);
    expect([...both.keys()]).toEqual(['a', 'b']);
    expect([NONE, both, select(both, [a], false)].map((one) => coverage(one, [a, b]))).toEqual(['none', 'all', 'some']);
  });

  it('takes an order as it was read last, and adds none by that', () => {
    const changed = refresh(select(NONE, [a], true), [order('a', { status: 'shipped' }), b]);
    expect([...changed.values()]).toEqual([{ id: 'a', status: 'shipped' }]);
  });

  it('ends at its limit', () => {
    const many = Array.from({ length: MAX_SELECTED + 1 }, (_, index) => order(String(index)));
    expect(select(NONE, many, true).size).toBe(MAX_SELECTED);
  });
});
