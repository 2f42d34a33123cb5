const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** What the schedule calls the things that have ids. */
export class Names {
  private readonly names = new Map<string, string>();

  give(id: string, name: string): void {
    this.names.set(id.toLowerCase(), name);
  }

  of(id: string): string {
    return this.names.get(id.toLowerCase()) ?? `~${id.slice(0, 4)}`;
  }

  /** The order with this number: the last 8 characters of its id. */
  ofNumber(number: string): string {
    const id = [...this.names.keys()].find((known) => known.endsWith(number.toLowerCase()));
    return this.of(id ?? number);
  }

  /** The things with names that a value speaks of. */
  in(value: unknown): string {
    const ids = JSON.stringify(value)?.match(UUID) ?? [];
    const named = ids.flatMap((id) => this.names.get(id.toLowerCase()) ?? []);
    return [...new Set(named)].join(', ');
  }
}
