import { setTimeout as pause } from 'node:timers/promises';
import { ServerNats } from '@nestjs/microservices';
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { atMost, systemClock } from './clock.js';
import type { InFlight } from './in-flight.js';
import { natsOptions, repliesToInbox } from './nats-options.js';

/** Together they stay below the 8 s after which a stopping process exits. A busy machine needs seconds to drain. */
const DRAIN_TIMEOUT_MS = 2_500;
const FINISH_TIMEOUT_MS = 4_500;
const FLUSH_TIMEOUT_MS = 500;

/**
 * Nest's NATS server with a graceful stop: it takes no new message and finishes those in flight before it disconnects.
 */
export class GracefulNatsServer extends ServerNats {
  private readonly activeSubscriptions: Subscription[] = [];
  private connection: Pick<NatsConnection, 'flush'> | undefined;

  constructor(
    private readonly url: string,
    queue: string | undefined,
    private readonly inFlight: InFlight,
  ) {
    super({ ...natsOptions(url), ...(queue ? { queue } : {}) } as ConstructorParameters<typeof ServerNats>[0]);
  }

  /** Throws if NATS refuses the password: a process that has just started must end, not retry forever. */
  override async createNatsClient(): ReturnType<ServerNats['createNatsClient']> {
    await (await connect({ ...natsOptions(this.url), ignoreAuthErrorAbort: false })).close();
    return super.createNatsClient();
  }

  override bindEvents(client: Pick<NatsConnection, 'subscribe' | 'flush'>): void {
    this.connection = client;
    super.bindEvents({
      subscribe: (...[subject, options]: Parameters<NatsConnection['subscribe']>) => {
        const subscription = client.subscribe(subject, {
          ...options,
          callback: (error, message) => {
            if (error || repliesToInbox(message)) void options?.callback?.(error, message);
          },
        });
        this.activeSubscriptions.push(subscription);
        return subscription;
      },
    });
  }

  override async close(): Promise<void> {
    // drain still handles messages that NATS has sent already; `unsubscribe` would drop them and let callers time out
    await atMost(
      DRAIN_TIMEOUT_MS,
      Promise.all(this.activeSubscriptions.map((subscription) => subscription.drain().catch(() => undefined))),
      systemClock,
    );
    // a message may arrive together with the confirmation of the drain, and is counted once its handler has begun
    await pause(0);
    await this.inFlight.idle(FINISH_TIMEOUT_MS);
    // Nest sends a reply one tick after its handler ends, and the client drops unsent data on close
    await pause(0);
    const flushed = Promise.resolve(this.connection?.flush().catch(() => undefined));
    await atMost(FLUSH_TIMEOUT_MS, flushed, systemClock);
    await super.close();
  }
}
