import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { GracefulNatsServer } from './graceful-nats-server.js';
import { InFlight } from './in-flight.js';

type Subscribe = NatsConnection['subscribe'];

describe('a service that stops', () => {
  it('responds to a message that arrives together with the confirmation of the drain', async () => {
    const inFlight = new InFlight();
    const server = new GracefulNatsServer('nats://localhost', 'catalog', inFlight);
    const replies: string[] = [];
    const message = {
      subject: 'catalog.list',
      reply: '_INBOX.1',
      json: () => ({ id: '1', pattern: 'catalog.list', data: {} }),
      respond: (data: string) => replies.push(data),
    };
    const subscribe = ((_subject: string, { callback }: { callback: (error: null, one: unknown) => void }) => ({
      drain: () => {
        callback(null, message);
        return Promise.resolve();
      },
    })) as unknown as Subscribe;
    server.addHandler('catalog.list', async () => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      return inFlight.track(() => pause(20, 'done'));
    });
    server.bindEvents({ subscribe, flush: () => Promise.resolve() });
    await server.close();
    expect(replies).toHaveLength(1);
    expect(replies[0]).toContain('done');
  });
});
