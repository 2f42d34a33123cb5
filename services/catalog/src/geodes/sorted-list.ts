/** A list in the order of its items' keys. It sorts when somebody looks; what came since the last time stands at its end. */
export class SortedList<Item, Key extends string | number> {
  private readonly items: Item[] = [];
  private isSorted = true;

  constructor(private readonly keyOf: (item: Item) => Key) {}

  add(item: Item): void {
    this.items.push(item);
    this.isSorted = false;
  }

  /** Takes out one item with this key, which must be there. */
  remove(key: Key): void {
    this.items.splice(this.countBelow(key), 1);
  }

  /** How many items have a lower key: the place of the first that has not. */
  countBelow(key: Key): number {
    const { items, keyOf } = this;
    if (!this.isSorted) items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    this.isSorted = true;
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyOf(items[middle] as Item) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Items from the first key on, below the second. */
  between(from: Key, below: Key): Item[] {
    return this.items.slice(this.countBelow(from), this.countBelow(below));
  }
}
