import { ServerNats } from '@nestjs/microservices';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { InFlight } from './in-flight.js';
import { natsOptions } from './nats-options.js';

const FINISH_LIMIT_MS = 6_000;

/** Nest's NATS server that, when it stops, takes no new message and finishes those in hand before it hangs up. */
export class GracefulNatsServer extends ServerNats {
  private readonly taken: Subscription[] = [];

  constructor(
    url: string,
    queue: string | undefined,
    private readonly inFlight: InFlight,
  ) {
    super({ ...natsOptions(url), ...(queue ? { queue } : {}) } as ConstructorParameters<typeof ServerNats>[0]);
  }

  override bindEvents(client: Pick<NatsConnection, 'subscribe'>): void {
    super.bindEvents({
      subscribe: (...parameters: Parameters<NatsConnection['subscribe']>) => {
        const subscription = client.subscribe(...parameters);
        this.taken.push(subscription);
        return subscription;
      },
    });
  }

  override async close(): Promise<void> {
    for (const subscription of this.taken) subscription.unsubscribe();
    await this.inFlight.idle(FINISH_LIMIT_MS);
    await super.close();
  }
}
