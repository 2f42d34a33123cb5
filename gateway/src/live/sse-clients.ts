import type { ServerResponse } from 'node:http';

/** A reader who leaves this much unread is dropped; he comes back and gets what he missed. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** So many are written to before other requests have their turn. */
const AT_ONCE = 250;

interface Sending {
  text: string;
  /** The text as a chunk of HTTP, made once for all. */
  chunk: Buffer;
  /** Who followed when it was told: who came later knows it already. */
  to: ServerResponse[];
}

/**
 * The browsers that follow this gateway, each told everything in the same order. Thousands are written to for each event,
 * so what can be is made once: node's own way to write a chunk costs a kilobyte of garbage each time.
 */
export class SseClients {
  private readonly open = new Set<ServerResponse>();
  private sending = Promise.resolve();

  /** Told when it changes. */
  constructor(private readonly onCount: (count: number) => void) {}

  get size(): number {
    return this.open.size;
  }

  /** Its header and first words are written already. */
  add(browser: ServerResponse): void {
    this.open.add(browser);
    this.onCount(this.size);
    const leave = () => {
      this.open.delete(browser);
      this.onCount(this.size);
    };
    browser.on('close', leave);
    browser.on('error', leave);
  }

  /** Settles when it is written to all; what is sent meanwhile comes after it. Never rejects. */
  send(text: string): Promise<void> {
    const chunk = Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    const to = [...this.open];
    this.sending = this.sending.then(() => this.write({ text, chunk, to }));
    return this.sending;
  }

  end(): void {
    for (const browser of this.open) browser.end();
  }

  private async write(sending: Sending): Promise<void> {
    const { to } = sending;
    for (let from = 0; from < to.length; from += AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const browser of to.slice(from, from + AT_ONCE)) this.writeTo(browser, sending);
    }
  }

  private writeTo(browser: ServerResponse, { text, chunk }: Sending): void {
    if (!this.open.has(browser) || browser.writableEnded) return;
    if (browser.writableLength > MAX_UNREAD_BYTES) return void browser.destroy();
    const { socket, req } = browser;
    if (socket && req.httpVersion === '1.1') socket.write(chunk);
    else browser.write(text);
  }
}
