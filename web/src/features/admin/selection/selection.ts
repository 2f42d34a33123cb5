/** The server takes as many in one list, and in one command. */
export const MAX_SELECTED = 500;

export interface Selectable {
  id: string;
}

/** The selected items by id, in the order of their selection. */
export type Selection<T extends Selectable> = ReadonlyMap<string, T>;

/** Adds items to a selection, up to MAX_SELECTED, or removes them. */
export const select = <T extends Selectable>(
  selection: Selection<T>,
  items: readonly T[],
  isOn: boolean,
): Selection<T> => {
  const next = new Map(selection);
  for (const item of items) {
    if (!isOn) next.delete(item.id);
    else if (next.has(item.id) || next.size < MAX_SELECTED) next.set(item.id, item);
  }
  return next;
};

/**
 * The same for a list of which only `shown` is in view. A hidden item leaves the selection if an added one needs its place,
 * or it would fill a selection in which the owner cannot see it.
 */
export const selectAmong = <T extends Selectable>(
  shown: readonly T[],
  selection: Selection<T>,
  items: readonly T[],
  isOn: boolean,
): Selection<T> =>
  isOn
    ? select(new Map(), [...selectedOf(selection, shown), ...items, ...selection.values()], true)
    : select(selection, items, false);

/** Returns those of the items that are selected. */
export const selectedOf = <T extends Selectable>(selection: Selection<T>, items: readonly T[]): T[] =>
  items.filter(({ id }) => selection.has(id));

/** Returns the selection with items as they were read last. */
export const refresh = <T extends Selectable>(selection: Selection<T>, items: readonly T[]): Selection<T> =>
  select(selection, selectedOf(selection, items), true);

/** Returns how many of the items are selected. */
export const coverage = <T extends Selectable>(
  selection: Selection<T>,
  items: readonly T[],
): 'none' | 'some' | 'all' => {
  const count = selectedOf(selection, items).length;
  if (count === 0) return 'none';
  return count === items.length ? 'all' : 'some';
};
