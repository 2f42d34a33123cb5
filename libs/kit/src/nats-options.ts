import { randomUUID } from 'node:crypto';
import type { Msg, NodeConnectionOptions } from '@nats-io/transport-node';
import type { ErrorCode, Request, Subject } from '@geodes/contracts';
import { inboxPrefix, isNatsUser } from '@geodes/contracts/access';

/** Injection token of the URL of NATS. */
export const NATS_URL = Symbol('NATS_URL');

/**
 * Builds connection options from nats://user:password@host:port, or tls:// for TLS. Reconnects forever, twice a second.
 * Users of the shop's own NATS receive replies under a prefix that no other user may hear.
 */
export const natsOptions = (url: string): NodeConnectionOptions => {
  const { host, username, password, protocol } = new URL(url);
  return {
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(isNatsUser(username) ? { inboxPrefix: inboxPrefix(username) } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    // or the client closes for good at the second error such as "authentication timeout", however old the first is
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    timeout: 5_000,
    pingInterval: 10_000,
    // capturing a stack per request costs more than sending the request
    noAsyncTraces: true,
  };
};

/**
 * Returns whether the reply to a message, if it wants one, goes to an inbox. NATS lets a responder publish to any reply
 * subject, so a caller could otherwise make it send a message to a service that the caller must not reach.
 */
export const repliesToInbox = ({ reply }: Pick<Msg, 'reply'>): boolean => !reply || reply.startsWith('_INBOX');

/** Builds a request in the wire format of Nest's NATS server. */
export const requestPacket = <S extends Subject>(subject: S, request: Request<S>): string =>
  JSON.stringify({ pattern: subject, data: request, id: randomUUID() });

/** A reply in the wire format of Nest's NATS server. */
export interface ReplyPacket {
  err?: { code?: ErrorCode; message?: string; details?: unknown };
  response?: unknown;
}
