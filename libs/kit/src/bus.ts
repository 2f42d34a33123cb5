import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { connect, headers as natsHeaders, type NatsConnection } from '@nats-io/transport-node';
import type { EventName, Events, Reply, Request, Subject } from '@geodes/contracts';
import { AppError, unavailable } from './app-error.js';
import type { Logger } from './logger.js';
import { metrics } from './metrics.js';
import { natsOptions } from './nats-options.js';
import { type ReplyPacket, requestPacket } from './packet.js';
import { requestContext } from './request-context.js';
import { LOGGER, NATS_URL } from './tokens.js';

export interface CallOptions {
  /** Milliseconds; 5,000 unless told. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Commands, queries and events over NATS. It speaks Nest's packet format through the NATS client's own `request`,
 * which shares one subscription among all calls and tells at once when nobody listens; Nest's client opens a
 * subscription a call.
 */
@Injectable()
export class Bus implements OnModuleInit, OnApplicationShutdown {
  private connection: NatsConnection | undefined;
  /** While the connection is down: resolved when it stands again. */
  private down: PromiseWithResolvers<void> | undefined;

  constructor(
    @Inject(NATS_URL) private readonly url: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection?.close();
  }

  private async open(): Promise<NatsConnection> {
    if (this.connection) return this.connection;
    const connection = await connect(natsOptions(this.url));
    if (this.connection) {
      await connection.close();
      return this.connection;
    }
    this.connection = connection;
    void this.watch(connection);
    return connection;
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.down ??= Promise.withResolvers();
      if (type === 'reconnect') {
        this.down?.resolve();
        this.down = undefined;
      }
    }
  }

  /**
   * The NATS client buffers what it is given while it is disconnected and sends it later, even after the caller was
   * told that nobody took it. So nothing is sent before the connection stands. Throws NotConnected after `limitMs`.
   */
  private async standing(limitMs: number): Promise<NatsConnection> {
    const connection = await this.open();
    if (!this.down) return connection;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NotConnected()), limitMs);
    });
    try {
      await Promise.race([this.down.promise, late]);
    } finally {
      clearTimeout(timer);
    }
    return connection;
  }

  /** True while the connection stands; for health checks. Throws where it does not answer in 2 s. */
  async ping(): Promise<void> {
    const connection = await this.open();
    await Promise.race([
      connection.flush(),
      new Promise((_, reject) => setTimeout(() => reject(new Error('NATS does not answer')), 2_000).unref()),
    ]);
  }

  /**
   * Asks the service that owns `subject` and waits for its answer.
   * Throws the AppError that the service threw; UNAVAILABLE where nobody listens or no answer came in time, which
   * says nothing about whether the command was carried out. `wasSent(error)` tells the two apart.
   */
  async call<S extends Subject>(subject: S, request: Request<S>, options: CallOptions = {}): Promise<Reply<S>> {
    const end = metrics.calls.startTimer({ subject });
    const headers = natsHeaders();
    headers.set('x-request-id', requestContext.requestId());
    const session = requestContext.current()?.session;
    if (session) headers.set('x-session', session);
    const packet = requestPacket(subject, request);
    const limitMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const start = performance.now();
    let reply: ReplyPacket;
    try {
      const connection = await this.standing(limitMs);
      const timeout = Math.max(1, Math.round(limitMs - (performance.now() - start)));
      const message = await connection.request(subject, packet, { timeout, headers });
      reply = message.json<ReplyPacket>();
    } catch (error) {
      end({ result: 'unavailable' });
      // A ping asks exactly this; its asker says what follows from it.
      const level = subject.endsWith('.ping') ? 'debug' : 'warn';
      this.logger[level]({ subject, reason: error instanceof Error ? error.message : String(error) }, 'no answer');
      throw Object.assign(unavailable(subject.split('.')[0] ?? subject), { cause: error });
    }
    if (reply.err) {
      end({ result: reply.err.code ?? 'INTERNAL' });
      throw new AppError(reply.err.code ?? 'INTERNAL', reply.err.message ?? 'Something went wrong.', reply.err.details);
    }
    end({ result: 'ok' });
    return reply.response as Reply<S>;
  }

  /** Tells whoever listens; loss is tolerable. Never throws. */
  emit<E extends EventName>(event: E, payload: Events[E]): void {
    try {
      this.connection?.publish(event, JSON.stringify({ pattern: event, data: payload }));
    } catch (error) {
      this.logger.warn({ event, reason: error instanceof Error ? error.message : String(error) }, 'event not sent');
    }
  }
}

/** NATS itself was away for as long as the caller would wait: nothing was sent. */
class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** False only where it is certain that nobody received the command: no process listened, or NATS was away. */
export const wasSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof NotConnected) return false;
  return !(cause instanceof Error && /no responders/i.test(`${cause.name} ${cause.message}`));
};
