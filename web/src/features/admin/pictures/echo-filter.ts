type Paths = readonly string[];

const same = (some: Paths, others: Paths): boolean =>
  some.length === others.length && some.every((path, index) => path === others[index]);

/**
 * Tells a form's own words from what it was filled with. A value comes back to the field a render after it was told, and
 * by then the field may have told the next one: the late echo must not be taken for a form that was filled anew.
 */
export class EchoFilter {
  /** Told and not come back yet, oldest first; the last one stays. */
  private sent: Paths[];

  constructor(value: Paths) {
    this.sent = [value];
  }

  /** Whether the form has to be told. */
  recordSent(paths: Paths): boolean {
    if (same(paths, this.sent.at(-1) ?? [])) return false;
    this.sent.push(paths);
    return true;
  }

  /** Whether a value of the form is what the field has told, and not the form's own. */
  isEcho(value: Paths): boolean {
    const place = this.sent.findIndex((paths) => same(value, paths));
    this.sent = place < 0 ? [value] : this.sent.slice(place);
    return place >= 0;
  }
}
