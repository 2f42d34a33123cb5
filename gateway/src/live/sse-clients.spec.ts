import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SseClients } from './sse-clients.js';

/** A fake response that records writes to its socket, and writes through Node's own chunked encoding as `plain`. */
class Reply extends EventEmitter {
  readonly written: string[] = [];
  writableEnded = false;
  writableLength = 0;
  isDestroyed = false;
  readonly socket = { write: (chunk: Buffer) => this.written.push(chunk.toString()) };

  constructor(readonly req = { httpVersion: '1.1' }) {
    super();
  }

  write(text: string): void {
    this.written.push(`plain ${text}`);
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

const connect = (clients: SseClients, reply: Reply): Reply => {
  clients.add(reply as unknown as ServerResponse);
  return reply;
};

describe('SSE clients', () => {
  it('all get every text in order, as HTTP chunks', async () => {
    const clients = new SseClients(() => undefined);
    const replies = Array.from({ length: 600 }, () => connect(clients, new Reply()));
    void clients.send('one\n\n');
    await clients.send('żwei\n\n');
    for (const { written } of replies) expect(written).toEqual(['5\r\none\n\n\r\n', '7\r\nżwei\n\n\r\n']);
  });

  it('get no text whose sending began before they connected', async () => {
    const clients = new SseClients(() => undefined);
    Array.from({ length: 600 }, () => connect(clients, new Reply()));
    const sending = clients.send('one');
    const late = connect(clients, new Reply());
    await sending;
    await clients.send('two');
    expect(late.written).toEqual(['3\r\ntwo\r\n']);
  });

  it('with HTTP 1.0 get the text without chunks', async () => {
    const clients = new SseClients(() => undefined);
    const old = connect(clients, new Reply({ httpVersion: '1.0' }));
    await clients.send('one');
    expect(old.written).toEqual(['plain one']);
  });

  it('are disconnected if they do not read, and get nothing after they close', async () => {
    const counts: number[] = [];
    const clients = new SseClients((count) => counts.push(count));
    const [slow, gone] = [connect(clients, new Reply()), connect(clients, new Reply())];
    slow.writableLength = 65 * 1024;
    gone.emit('close');
    await clients.send('one');
    expect([slow.isDestroyed, slow.written, gone.written]).toEqual([true, [], []]);
    expect([counts, clients.size]).toEqual([[1, 2, 1, 0], 0]);
  });
});
