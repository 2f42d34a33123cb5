import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** Builds connection options from nats://user:password@host:port. Reconnects forever, twice a second. */
export const natsOptions = (url: string): NodeConnectionOptions => {
  const { host, username, password } = new URL(url);
  return {
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    timeout: 5_000,
    pingInterval: 10_000,
    // capturing a stack per request costs more than sending the request
    noAsyncTraces: true,
  };
};
