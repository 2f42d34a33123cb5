import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** Connection options for nats://user:password@host:port. Reconnects for ever, twice a second. */
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
    // a stack for every request that may fail costs more than sending it; the subject is in the error
    noAsyncTraces: true,
  };
};
