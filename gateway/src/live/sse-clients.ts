import type { ServerResponse } from 'node:http';

/** A client with more unread bytes is disconnected; it reconnects and gets what it missed. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Clients written to before other requests get the event loop. */
const WRITE_BATCH_SIZE = 250;

interface Message {
  text: string;
  /** The text as a chunk of HTTP/1.1, built once for all clients. */
  chunk: Buffer;
  /** The clients at the time of `send`. Later ones got the text when they connected. */
  clients: ServerResponse[];
}

/**
 * The open streams of this gateway; all get every message in the same order. Chunks are written to the socket directly,
 * because Node's own chunked encoding allocates a kilobyte for each of thousands of clients.
 */
export class SseClients {
  private readonly open = new Set<ServerResponse>();
  private sending = Promise.resolve();

  /** Calls `onCount` whenever the number of clients changes. */
  constructor(private readonly onCount: (count: number) => void) {}

  get size(): number {
    return this.open.size;
  }

  /** Adds a client whose headers and first frame are written. */
  add(client: ServerResponse): void {
    this.open.add(client);
    this.onCount(this.size);
    const remove = () => {
      this.open.delete(client);
      this.onCount(this.size);
    };
    client.on('close', remove);
    client.on('error', remove);
  }

  /** Sends a text after all earlier ones; resolves when it is written to every client. Never rejects. */
  send(text: string): Promise<void> {
    const chunk = Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    const clients = [...this.open];
    this.sending = this.sending.then(() => this.write({ text, chunk, clients }));
    return this.sending;
  }

  end(): void {
    for (const client of this.open) client.end();
  }

  private async write(message: Message): Promise<void> {
    const { clients } = message;
    for (let from = 0; from < clients.length; from += WRITE_BATCH_SIZE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const client of clients.slice(from, from + WRITE_BATCH_SIZE)) this.writeTo(client, message);
    }
  }

  private writeTo(client: ServerResponse, { text, chunk }: Message): void {
    if (!this.open.has(client) || client.writableEnded) return;
    if (client.writableLength > MAX_UNREAD_BYTES) return void client.destroy();
    const { socket, req } = client;
    if (socket && req.httpVersion === '1.1') socket.write(chunk);
    else client.write(text);
  }
}
