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
import { traced, traceparent } from './tracing/tracing.js';
import { toAppError } from './transaction.js';

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

  /** For health checks. Throws where the connection does not stand or NATS does not answer in 2 s. */
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
  call<S extends Subject>(subject: S, request: Request<S>, options: CallOptions = {}): Promise<Reply<S>> {
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject };
    return traced(`${subject} request`, { kind: 'client', attributes }, () => this.ask(subject, request, options));
  }

  private async ask<S extends Subject>(subject: S, request: Request<S>, options: CallOptions): Promise<Reply<S>> {
    const end = metrics.calls.startTimer({ subject });
    const headers = natsHeaders();
    headers.set('x-request-id', requestContext.requestId());
    const session = requestContext.current()?.session;
    if (session) headers.set('x-session', session);
    const trace = traceparent();
    if (trace) headers.set('traceparent', trace);
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

  /**
   * Answers a question beside the service's own queue group: one of those who name the same `queue` does, or, without
   * one, every process for itself. What `answer` throws is answered as the bus words it.
   */
  async answer<S extends Subject>(
    subject: S,
    queue: string | undefined,
    answer: () => Promise<Reply<S>>,
  ): Promise<void> {
    const connection = await this.open();
    const reply = async (): Promise<ReplyPacket> => {
      try {
        return { response: await answer() };
      } catch (error) {
        const told = toAppError(error);
        if (told instanceof AppError) return { err: { code: told.code, message: told.message } };
        this.logger.error({ subject, err: error }, 'question not answered');
        return { err: { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' } };
      }
    };
    connection.subscribe(subject, {
      ...(queue ? { queue } : {}),
      callback: (error, message) => {
        if (!error) void reply().then((packet) => message.respond(JSON.stringify(packet)));
      },
    });
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
