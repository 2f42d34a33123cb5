import { type ClientRequest, get } from 'node:http';
import { EventParser, type ServerEvent } from './sse.js';

/** A browser waits so long where the server has not said otherwise. */
const RETRY_MS = 2_000;
/** What the site does after an answer that is no stream: the browser has given up then. */
const AFTER_REFUSAL_MS = 2_000;

export interface FollowerEars {
  /** The stream stands; `isNew`: nothing is known of what was before. */
  opened?(isNew: boolean): void;
  heard(event: ServerEvent): void;
}

/** Follows GET /api/live as a browser's EventSource and the site do: it comes back with Last-Event-ID until it is closed. */
export class Follower {
  /** How often it came back, and how often it was refused. */
  reconnects = 0;
  refusals = 0;
  isOpen = false;
  private parser = new EventParser();
  private request: ClientRequest | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempt: number;
  private isClosed = false;

  /** Begins with the gateway of this number, and goes on with the next one whenever it has to come back. */
  constructor(
    private readonly gateways: string[],
    first: number,
    private readonly ears: FollowerEars,
  ) {
    this.attempt = first;
  }

  get gateway(): string {
    return this.gateways[this.attempt % this.gateways.length] ?? '';
  }

  open(): void {
    const { lastEventId } = this.parser;
    const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
    const request = get(`${this.gateway}/api/live`, { agent: false, headers }, (reply) => {
      if (reply.statusCode !== 200) {
        reply.resume();
        this.refusals += 1;
        this.parser = new EventParser();
        return this.again(AFTER_REFUSAL_MS);
      }
      this.isOpen = true;
      this.ears.opened?.(lastEventId === '');
      reply.setEncoding('utf8');
      reply.on('data', (text: string) => this.parser.feed(text).forEach((event) => this.ears.heard(event)));
      reply.on('error', () => undefined);
      reply.on('close', () => this.again(this.parser.retryMs ?? RETRY_MS));
    });
    request.on('error', () => this.again(this.parser.retryMs ?? RETRY_MS));
    this.request = request;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.request?.destroy();
  }

  private again(pauseMs: number): void {
    this.isOpen = false;
    if (this.isClosed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.reconnects += 1;
      this.attempt += 1;
      this.open();
    }, pauseMs);
  }
}
