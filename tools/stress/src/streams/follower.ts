import { type ClientRequest, get } from 'node:http';

/** A browser's reconnection delay when the server sent none. */
const RETRY_MS = 2_000;
/** The site's delay after a refusal, because the browser itself stops reconnecting then. */
const REFUSAL_DELAY_MS = 2_000;

export interface FollowerHandlers {
  /** The stream is open; `isNew` when it continues no earlier one. */
  onOpen?(isNew: boolean): void;
  onEvent(event: ServerEvent): void;
}

/** Follows GET /api/live as the site does: reconnects with Last-Event-ID until it is closed. */
export class Follower {
  isOpen = false;
  private parser = new EventParser();
  private request: ClientRequest | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempt: number;
  private isClosed = false;

  /** Starts with the gateway `first` and takes the next one at every reconnection. */
  constructor(
    private readonly gateways: string[],
    first: number,
    private readonly handlers: FollowerHandlers,
    private readonly headers: Record<string, string> = {},
  ) {
    this.attempt = first;
  }

  get gateway(): string {
    return this.gateways[this.attempt % this.gateways.length] ?? '';
  }

  open(): void {
    const { lastEventId } = this.parser;
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      ...this.headers,
    };
    const request = get(`${this.gateway}/api/live`, { agent: false, headers }, (reply) => {
      if (reply.statusCode !== 200) {
        reply.resume();
        this.parser = new EventParser();
        return this.reconnect(REFUSAL_DELAY_MS);
      }
      this.isOpen = true;
      this.handlers.onOpen?.(lastEventId === '');
      reply.setEncoding('utf8');
      reply.on('data', (text: string) => this.parser.feed(text).forEach((event) => this.handlers.onEvent(event)));
      reply.on('error', () => undefined);
      reply.on('close', () => this.reconnect(this.parser.retryMs ?? RETRY_MS));
    });
    request.on('error', () => this.reconnect(this.parser.retryMs ?? RETRY_MS));
    this.request = request;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.request?.destroy();
  }

  private reconnect(delayMs: number): void {
    this.isOpen = false;
    if (this.isClosed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.attempt += 1;
      this.open();
    }, delayMs);
  }
}

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
