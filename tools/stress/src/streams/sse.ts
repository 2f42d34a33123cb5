/** An event of a stream, as a browser's EventSource gets it. */
export interface ServerEvent {
  id: string;
  name: string;
  data: string;
}

/** Reads a stream of server-sent events as a browser does (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventParser {
  /** What is sent as Last-Event-ID when the stream is opened again; empty where the server gave no number. */
  lastEventId = '';
  /** What the server asked to wait before that, milliseconds. */
  retryMs: number | undefined;
  private rest = '';

  /** The events that are whole now. */
  feed(text: string): ServerEvent[] {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.read(block) ?? []);
  }

  private read(block: string): ServerEvent | undefined {
    let name = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [field = '', ...words] = line.split(':');
      const value = words.join(':').replace(/^ /, '');
      if (field === 'id') this.lastEventId = value;
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
      if (field === 'retry') this.retryMs = Number(value);
    }
    return data.length > 0 ? { id: this.lastEventId, name, data: data.join('\n') } : undefined;
  }
}
