/** A server-sent event. */
export interface ServerEvent {
  id: string;
  name: string;
  /** The parsed JSON, which streams share: do not change it. */
  data: unknown;
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
    const { blocks, rest } = parse(this.rest + text);
    this.rest = rest;
    return blocks.flatMap(({ id, retryMs, name, data }) => {
      this.lastEventId = id ?? this.lastEventId;
      this.retryMs = retryMs ?? this.retryMs;
      return data === undefined ? [] : [{ id: this.lastEventId, name, data }];
    });
  }
}

interface Block {
  id?: string;
  retryMs?: number;
  name: string;
  data?: unknown;
}

interface ParsedText {
  blocks: Block[];
  /** The begin of a block that is not complete. */
  rest: string;
}

let last: { text: string; parsed: ParsedText } | undefined;

/** Remembers its last result: thousands of streams of one process get the same text. */
const parse = (text: string): ParsedText => {
  if (last?.text === text) return last.parsed;
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  last = { text, parsed: { blocks: blocks.map(parseBlock), rest } };
  return last.parsed;
};

const parseBlock = (text: string): Block => {
  const block: Block = { name: 'message' };
  const data = [];
  for (const line of text.split('\n')) {
    const [field = '', ...parts] = line.split(':');
    const value = parts.join(':').replace(/^ /, '');
    if (field === 'id') block.id = value;
    if (field === 'event') block.name = value;
    if (field === 'data') data.push(value);
    if (field === 'retry') block.retryMs = Number(value);
  }
  if (data.length > 0) block.data = JSON.parse(data.join('\n'));
  return block;
};
