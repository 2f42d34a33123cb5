type Paths = readonly string[];

const same = (some: Paths, others: Paths): boolean =>
  some.length === others.length && some.every((path, index) => path === others[index]);

/**
 * Tells a form's own words from what it was filled with. A value comes back to the field a render after it was told, and
 * by then the field may have told the next one: the late echo must not be taken for a form that was filled anew.
 */
export class EchoFilter {
  /** Told and not come back yet, oldest first; the last one stays. */
  private told: Paths[];

  constructor(value: Paths) {
    this.told = [value];
  }

  /** Whether the form has to be told. */
  isNews(paths: Paths): boolean {
    if (same(paths, this.told.at(-1) ?? [])) return false;
    this.told.push(paths);
    return true;
  }

  /** Whether a value of the form is what the field has told, and not the form's own. */
  isEcho(value: Paths): boolean {
    const place = this.told.findIndex((paths) => same(value, paths));
    this.told = place < 0 ? [value] : this.told.slice(place);
    return place >= 0;
  }
}
