import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@geodes/kit';
import { RedisConnection } from './redis-connection.js';

describe('the Redis connection', () => {
  let server: Server;
  let redis: RedisConnection;
  let isSilent = false;
  let connections = 0;

  beforeEach(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.on('data', (commands) => {
        // an empty string for each command is enough for ioredis to become ready
        if (!isSilent) socket.write('$0\r\n\r\n'.repeat(String(commands).match(/^\*/gm)?.length ?? 0));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    redis = new RedisConnection(`redis://127.0.0.1:${port}`, createLogger('catalog', 'silent'), 500);
    await once(redis.client, 'ready');
  });
  afterEach(() => {
    redis.onApplicationShutdown();
    server.close();
  });

  it('is made again if Redis does not reply, but not while nothing is asked', async () => {
    await pause(800);
    expect(connections).toBe(1);
    isSilent = true;
    const check = redis.check();
    await new Promise((resolve) => redis.client.once('close', resolve));
    isSilent = false;
    await check;
    expect(connections).toBe(2);
  });
});
