import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { connect, headers as natsHeaders, type NatsConnection } from '@nats-io/transport-node';
import type { EventName, Events, Reply, Request, Subject } from '@geodes/contracts';
import { AppError, reasonOf, unavailable } from './app-error.js';
import { atMost, systemClock } from './clock.js';
import { LOGGER, type Logger } from './logger.js';
import { metrics } from './metrics.js';
import { NATS_URL, natsOptions, repliesToInbox, type ReplyPacket, requestPacket } from './nats-options.js';
import { requestContext } from './request-context.js';
import { traced, traceparent } from './tracing/tracing.js';
import { toAppError } from './transaction.js';

export interface CallOptions {
  /** Milliseconds; defaults to 5,000. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const PING_TIMEOUT_MS = 2_000;
const DRAIN_TIMEOUT_MS = 500;

/**
 * Sends commands, queries and events over NATS in Nest's packet format. It uses the NATS client's own `request`, which
 * shares one subscription among all calls and fails at once if no process listens. Nest's client opens a subscription
 * per call.
 */
@Injectable()
export class Bus implements OnModuleInit, OnApplicationShutdown {
  private connection: NatsConnection | undefined;
  /** Set while the connection is down; resolves on reconnect. */
  private reconnected: PromiseWithResolvers<void> | undefined;

  constructor(
    @Inject(NATS_URL) private readonly url: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    const drained = this.connection?.drain().catch(() => undefined);
    // without it, NATS sends requests to a connection that has just been closed
    if (drained) await atMost(DRAIN_TIMEOUT_MS, drained, systemClock);
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
      if (type === 'disconnect') this.reconnected ??= Promise.withResolvers();
      if (type === 'reconnect') {
        this.reconnected?.resolve();
        this.reconnected = undefined;
      }
    }
  }

  /**
   * Waits for a working connection. Throws NotConnected after `timeoutMs`. While disconnected, the NATS client buffers
   * requests and sends them later, even after the caller got an error. So nothing is sent before it reconnects.
   */
  private async whenConnected(timeoutMs: number): Promise<NatsConnection> {
    const connection = await this.open();
    if (!this.reconnected) return connection;
    const reconnected = this.reconnected.promise.then(() => true);
    if (!(await atMost(timeoutMs, reconnected, systemClock))) throw new NotConnected();
    return connection;
  }

  /** Checks the connection. Throws if it is down or NATS does not respond within 2 s. */
  async ping(): Promise<void> {
    const connection = await this.open();
    const flushed = connection.flush().then(() => true);
    if (!(await atMost(PING_TIMEOUT_MS, flushed, systemClock))) throw new Error('NATS does not respond');
  }

  /**
   * Calls the service that owns `subject` and returns its reply. Throws the AppError that the service threw. Throws
   * UNAVAILABLE if no process listens or no reply came in time; the command may still run. `wasSent(error)` is false if
   * it certainly does not.
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
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const start = performance.now();
    let reply: ReplyPacket;
    try {
      const connection = await this.whenConnected(timeoutMs);
      const timeout = Math.max(1, Math.round(timeoutMs - (performance.now() - start)));
      const message = await connection.request(subject, packet, { timeout, headers });
      reply = message.json<ReplyPacket>();
    } catch (error) {
      end({ result: 'unavailable' });
      // pings are expected to fail; their callers log the outcome
      const level = subject.endsWith('.ping') ? 'debug' : 'warn';
      this.logger[level]({ subject, reason: reasonOf(error) }, 'call got no response');
      throw unavailable(subject.split('.')[0] ?? subject, error);
    }
    if (reply.err) {
      end({ result: reply.err.code ?? 'INTERNAL' });
      throw new AppError(reply.err.code ?? 'INTERNAL', reply.err.message ?? 'Something went wrong.', reply.err.details);
    }
    end({ result: 'ok' });
    return reply.response as Reply<S>;
  }

  /**
   * Responds to a subject outside the service's own queue group. One process of the same `queue` responds, or every
   * process if `queue` is undefined. Errors of `answer` are sent as AppErrors.
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
        const known = toAppError(error);
        if (known instanceof AppError) return { err: { code: known.code, message: known.message } };
        this.logger.error({ subject, err: error }, 'request failed');
        return { err: { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' } };
      }
    };
    connection.subscribe(subject, {
      ...(queue ? { queue } : {}),
      callback: (error, message) => {
        if (!error && repliesToInbox(message)) void reply().then((packet) => message.respond(JSON.stringify(packet)));
      },
    });
  }

  /** Publishes an event without delivery guarantee. Never throws. */
  emit<E extends EventName>(event: E, payload: Events[E]): void {
    try {
      this.connection?.publish(event, JSON.stringify({ pattern: event, data: payload }));
    } catch (error) {
      this.logger.warn({ event, reason: reasonOf(error) }, 'event not published');
    }
  }
}

/** NATS stayed unreachable until the caller's timeout, so nothing was sent. */
class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** Returns false only if no process received the command: none listened, or NATS was unreachable. */
export const wasSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof NotConnected) return false;
  return !(cause instanceof Error && /no responders/i.test(`${cause.name} ${cause.message}`));
};
