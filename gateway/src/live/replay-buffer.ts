import type { LiveEvent } from '@geodes/contracts';

/** A browser that was away for no longer than these gets them again. */
const MAX_KEPT = 2_000;

/** One event of the stream, as it is sent. */
export const frame = ({ id, name, data }: LiveEvent): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The last events, for browsers that come back. */
export class ReplayBuffer {
  private kept: { id: number; text: string }[] = [];

  add(events: readonly LiveEvent[]): void {
    this.kept.push(...events.map((event) => ({ id: event.id, text: frame(event) })));
    if (this.kept.length > MAX_KEPT) this.kept = this.kept.slice(-MAX_KEPT);
  }

  clear(): void {
    this.kept = [];
  }

  /**
   * What came after the event that a browser saw last, as text; undefined where that cannot be told: the number is none
   * of ours, or too long ago. `last` is the number of the newest event there is.
   */
  after(seen: string, last: number): string | undefined {
    const id = /^\d{1,15}$/.test(seen) ? Number(seen) : Number.NaN;
    if (id === last) return '';
    const oldest = this.kept[0]?.id ?? Number.POSITIVE_INFINITY;
    if (!(id < last && id >= oldest - 1)) return undefined;
    return this.kept.flatMap((event) => (event.id > id ? event.text : [])).join('');
  }
}
