import { setTimeout as pause } from 'node:timers/promises';
import { ServerNats } from '@nestjs/microservices';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { atMost, systemClock } from './clock.js';
import type { InFlight } from './in-flight.js';
import { natsOptions } from './nats-options.js';

const FINISH_TIMEOUT_MS = 6_000;
const FLUSH_TIMEOUT_MS = 1_000;

/** Nest's NATS server that, when it stops, takes no new message and finishes those in hand before it hangs up. */
export class GracefulNatsServer extends ServerNats {
  private readonly taken: Subscription[] = [];
  private connection: Pick<NatsConnection, 'flush'> | undefined;

  constructor(
    url: string,
    queue: string | undefined,
    private readonly inFlight: InFlight,
  ) {
    super({ ...natsOptions(url), ...(queue ? { queue } : {}) } as ConstructorParameters<typeof ServerNats>[0]);
  }

  override bindEvents(client: Pick<NatsConnection, 'subscribe' | 'flush'>): void {
    this.connection = client;
    super.bindEvents({
      subscribe: (...parameters: Parameters<NatsConnection['subscribe']>) => {
        const subscription = client.subscribe(...parameters);
        this.taken.push(subscription);
        return subscription;
      },
    });
  }

  override async close(): Promise<void> {
    // what the server has sent already is still handled: `unsubscribe` would drop it, and its sender wait for nothing
    await atMost(
      FLUSH_TIMEOUT_MS,
      Promise.all(this.taken.map((subscription) => subscription.drain().catch(() => undefined))),
      systemClock,
    );
    await this.inFlight.idle(FINISH_TIMEOUT_MS);
    // Nest sends a reply one tick after its handler has ended, and the client drops on close what it has not sent yet
    await pause(0);
    await Promise.race([
      this.connection?.flush().catch(() => undefined),
      pause(FLUSH_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    await super.close();
  }
}
