import { coverage, MAX_SELECTED, refresh, select, selectAmong, selectedOf, type Selection } from './selection.js';

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

  const many = Array.from({ length: MAX_SELECTED + 1 }, (_, index) => ({ id: String(index) }));
  it('ends at its limit', () => expect(select(NONE, many, true).size).toBe(MAX_SELECTED));

  it('keeps hidden items while there is room, and gives up those that take the place of an added one', () => {
    expect([...selectAmong([b], select(NONE, [a], true), [b], true).keys()]).toEqual(['b', 'a']);
    const full = select(NONE, many, true);
    expect(full.has('b')).toBe(false);
    const next = selectAmong([a, b], full, [a, b], true);
    expect([next.has('a'), next.has('b'), next.size]).toEqual([true, true, MAX_SELECTED]);
    expect(selectAmong(many, full, [b], true).has('b')).toBe(false);
    expect([...selectAmong([b], select(NONE, [a, b], true), [b], false).keys()]).toEqual(['a']);
  });
});
