import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@geodes/kit';
import { connectRedis } from './redis.js';

/** Replies to every command with an empty string, which is enough for ioredis to become ready. */
const redisServer = () =>
  createServer((socket) =>
    socket.on('data', (commands) => socket.write('$0\r\n\r\n'.repeat(String(commands).match(/^\*/gm)?.length ?? 0))),
  );

describe('connectRedis', () => {
  it('logs an outage once however often it reconnects, logs its end, and logs nothing when it disconnects itself', async () => {
    const server = redisServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');

    const lines: unknown[] = [];
    const logger = createLogger('orders', 'info', { write: (line) => lines.push(JSON.parse(line)) });
    const redis = connectRedis(`redis://127.0.0.1:${port}`, logger);
    let attempts = 0;
    redis.on('reconnecting', () => (attempts += 1));
    while (attempts < 3) await pause(20);
    server.listen(port, '127.0.0.1');
    await new Promise((resolve) => redis.once('ready', resolve));
    redis.disconnect();
    await once(redis, 'end');
    server.close();
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', part: 'redis', msg: 'connection lost' }),
      expect.objectContaining({ level: 'info', part: 'redis', msg: 'connection restored' }),
    ]);
  });
});
