type Paths = readonly string[];

const same = (some: Paths, others: Paths): boolean =>
  some.length === others.length && some.every((path, index) => path === others[index]);

/**
 * Distinguishes the field's own paths that the form returns from paths that the form was reset to. A path list comes back one
 * render after it was sent. By then the field may have sent the next one, so a late echo must not count as a reset.
 */
export class EchoFilter {
  /** Sent lists that have not come back yet, oldest first, and always the last one. */
  private sent: Paths[];

  constructor(value: Paths) {
    this.sent = [value];
  }

  /** Records the paths as sent. Returns false if they are the last sent ones. */
  recordSent(paths: Paths): boolean {
    if (same(paths, this.sent.at(-1) ?? [])) return false;
    this.sent.push(paths);
    return true;
  }

  /** Returns whether a value of the form is one that the field sent. */
  isEcho(value: Paths): boolean {
    const place = this.sent.findIndex((paths) => same(value, paths));
    this.sent = place < 0 ? [value] : this.sent.slice(place);
    return place >= 0;
  }
}
