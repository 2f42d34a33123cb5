interface Entry {
  at: number;
  id: string;
}

/** Sorts by time, then by id, so entries of the same millisecond have a stable order. */
export const inTimeOrder = (a: Entry, b: Entry): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Ids sorted by time. Appending, the usual case, is cheap. */
export class TimeIndex {
  private readonly entries: Entry[] = [];

  add(id: string, at: number): void {
    const entry = { at, id };
    let place = this.entries.length;
    while (place > 0 && inTimeOrder(this.entries[place - 1] as Entry, entry) > 0) place -= 1;
    this.entries.splice(place, 0, entry);
  }

  /** Yields the ids with a time in [from, to], newest or oldest first. */
  *between(from: number, to: number, newestFirst: boolean): Generator<string> {
    const start = this.firstNotBefore(from);
    const end = this.firstNotBefore(to + 1);
    if (newestFirst) for (let place = end - 1; place >= start; place -= 1) yield (this.entries[place] as Entry).id;
    else for (let place = start; place < end; place += 1) yield (this.entries[place] as Entry).id;
  }

  private firstNotBefore(at: number): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle] as Entry).at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
