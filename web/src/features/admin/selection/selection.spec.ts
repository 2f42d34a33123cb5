import { coverage, MAX_SELECTED, refresh, select, selectedOf, type Selection } from './selection.js';

interface Item {
  id: string;
  status?: string;
}

const NONE: Selection<Item> = new Map();
const [a, b]: [Item, Item] = [{ id: 'a' }, { id: 'b' }];

describe('a selection', () => {
  it('gets and loses items, and says how many of a list it has', () => {
    const both = select(NONE, [a, b], true);
    expect([...both.keys()]).toEqual(['a', 'b']);
    expect([NONE, both, select(both, [a], false)].map((one) => coverage(one, [a, b]))).toEqual(['none', 'all', 'some']);
  });

  it('takes an item as it was read last, and adds none by that', () => {
    const changed = refresh(select(NONE, [a], true), [{ id: 'a', status: 'shipped' }, b]);
    expect([...changed.values()]).toEqual([{ id: 'a', status: 'shipped' }]);
  });

  it('names the selected items of a list, without those that the list does not show', () => {
    expect(selectedOf(select(NONE, [a, { id: 'hidden' }], true), [a, b])).toEqual([a]);
  });

  it('ends at its limit', () => {
    const many = Array.from({ length: MAX_SELECTED + 1 }, (_, index) => ({ id: String(index) }));
    expect(select(NONE, many, true).size).toBe(MAX_SELECTED);
  });
});
