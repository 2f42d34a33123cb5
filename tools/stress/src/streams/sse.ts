/** A server-sent event. */
export interface ServerEvent {
  id: string;
  name: string;
  data: string;
}

/** Parses a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventParser {
  /** The Last-Event-ID of the next connection; empty when the server sent no id. */
  lastEventId = '';
  /** The server's reconnection delay, milliseconds. */
  retryMs: number | undefined;
  private rest = '';

  /** Returns the events that this text completes. */
  feed(text: string): ServerEvent[] {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.read(block) ?? []);
  }

  private read(block: string): ServerEvent | undefined {
    let name = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [field = '', ...parts] = line.split(':');
      const value = parts.join(':').replace(/^ /, '');
      if (field === 'id') this.lastEventId = value;
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
      if (field === 'retry') this.retryMs = Number(value);
    }
    return data.length > 0 ? { id: this.lastEventId, name, data: data.join('\n') } : undefined;
  }
}
