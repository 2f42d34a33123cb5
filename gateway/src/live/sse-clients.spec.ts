import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SseClients } from './sse-clients.js';

/** A browser's reply; what goes to its socket and what goes through node's own chunks. */
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

const join = (browsers: SseClients, reply: Reply): Reply => {
  browsers.add(reply as unknown as ServerResponse);
  return reply;
};

describe('the browsers that follow', () => {
  it('are each told everything in order, as chunks of HTTP', async () => {
    const browsers = new SseClients(() => undefined);
    const replies = Array.from({ length: 600 }, () => join(browsers, new Reply()));
    void browsers.send('one\n\n');
    await browsers.send('żwei\n\n');
    for (const { written } of replies) expect(written).toEqual(['5\r\none\n\n\r\n', '7\r\nżwei\n\n\r\n']);
  });

  it('that come while something is told know it already', async () => {
    const browsers = new SseClients(() => undefined);
    Array.from({ length: 600 }, () => join(browsers, new Reply()));
    const told = browsers.send('one');
    const late = join(browsers, new Reply());
    await told;
    await browsers.send('two');
    expect(late.written).toEqual(['3\r\ntwo\r\n']);
  });

  it('of an old protocol get the text without chunks', async () => {
    const browsers = new SseClients(() => undefined);
    const old = join(browsers, new Reply({ httpVersion: '1.0' }));
    await browsers.send('one');
    expect(old.written).toEqual(['plain one']);
  });

  it('that do not read are dropped, and those that left are told nothing', async () => {
    const counts: number[] = [];
    const browsers = new SseClients((count) => counts.push(count));
    const [slow, gone] = [join(browsers, new Reply()), join(browsers, new Reply())];
    slow.writableLength = 65 * 1024;
    gone.emit('close');
    await browsers.send('one');
    expect([slow.isDestroyed, slow.written, gone.written]).toEqual([true, [], []]);
    expect([counts, browsers.size]).toEqual([[1, 2, 1, 0], 0]);
  });
});
