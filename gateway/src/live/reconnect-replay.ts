import type { LiveEvent } from '@geodes/contracts';

/** A client that missed more events than this gets a `reset`. */
const MAX_BUFFERED_EVENTS = 2_000;
/** Browsers wait this long before they reconnect. */
const RECONNECT_DELAY_MS = 1_000;

/** One event of the stream, as it is sent. */
export const eventFrame = ({ id, name, data }: LiveEvent): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Makes the page read everything it shows again. */
export const resetFrame = (newest: number): string => `id: ${newest}\nevent: reset\ndata: {}\n\n`;

/**
 * Decides what a stream gets first. A new stream gets no old events. A reconnected stream gets the events it missed, or
 * a `reset` if they are no longer buffered or its `Last-Event-ID` is unknown.
 */
export class ReconnectReplay {
  private buffer: { id: number; text: string }[] = [];

  add(events: readonly LiveEvent[]): void {
    this.buffer.push(...events.map((event) => ({ id: event.id, text: eventFrame(event) })));
    if (this.buffer.length > MAX_BUFFERED_EVENTS) this.buffer = this.buffer.slice(-MAX_BUFFERED_EVENTS);
  }

  clear(): void {
    this.buffer = [];
  }

  /** Returns the first bytes of a stream. `newest` is the id of the newest event of the shop. */
  opening(lastEventId: string | undefined, newest: number): string {
    const missed = lastEventId === undefined ? `id: ${newest}\n\n` : this.missedSince(lastEventId, newest);
    return `retry: ${RECONNECT_DELAY_MS}\n\n${missed ?? resetFrame(newest)}`;
  }

  /** Returns the events after `lastEventId` as text, or undefined if the buffer does not reach back to it. */
  missedSince(lastEventId: string, newest: number): string | undefined {
    const id = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    if (id === newest) return '';
    const oldest = this.buffer[0]?.id ?? Number.POSITIVE_INFINITY;
    if (!(id < newest && id >= oldest - 1)) return undefined;
    return this.buffer.flatMap((event) => (event.id > id ? event.text : [])).join('');
  }
}
