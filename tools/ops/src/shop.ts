import { setTimeout as pause } from 'node:timers/promises';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { PresentProcess, Reply, Request, Subject } from '@geodes/contracts';
import { natsOptions, type ReplyPacket, requestPacket } from '@geodes/kit/nats-options';

const CONNECT_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_MS = 5_000;

/** The shop or the called service is unreachable. */
export class ShopUnavailable extends Error {
  override readonly name = 'ShopUnavailable';
}

/** The shop refused a call. */
export class ShopRefused extends Error {
  override readonly name = 'ShopRefused';
}

/** A connection to the running shop. */
export interface Shop {
  /**
   * Calls a service. Throws ShopRefused with the service's message, and ShopUnavailable without a reply within
   * `timeoutMs` (default 5,000).
   */
  call<S extends Subject>(subject: S, request: Request<S>, timeoutMs?: number): Promise<Reply<S>>;
  /**
   * Collects replies of running processes for at most `timeoutMs`. Stops earlier when each kind has replied and no more
   * replies come. Never throws.
   */
  discoverProcesses(kinds: readonly string[], timeoutMs: number): Promise<PresentProcess[]>;
  close(): Promise<void>;
}

/** Connects to the shop at nats://user:password@host:port. Throws ShopUnavailable after at most 3 s. */
export const connectToShop = async (url: string): Promise<Shop> => {
  const connection = await open(url);
  return {
    call: (subject, request, timeoutMs = CALL_TIMEOUT_MS) => call(connection, subject, request, timeoutMs),
    discoverProcesses: (kinds, timeoutMs) =>
      discoverProcesses(connection, natsOptions(url).inboxPrefix, kinds, timeoutMs),
    close: () => connection.close(),
  };
};

const open = async (url: string): Promise<NatsConnection> => {
  try {
    return await connect({
      ...natsOptions(url),
      name: 'ops',
      reconnect: false,
      waitOnFirstConnect: false,
      maxReconnectAttempts: 0,
      timeout: CONNECT_TIMEOUT_MS,
    });
  } catch (error) {
    const { host } = new URL(url);
    if (/authori[sz]ation|authentication/i.test(String(error)))
      throw new ShopUnavailable(`NATS at ${host} does not let us in: DATA_DIR or NATS_URL belongs to another shop.`);
    if (/certificate/i.test(String(error)))
      throw new ShopUnavailable(`The certificate of NATS at ${host} is not trusted: NODE_EXTRA_CA_CERTS names its CA.`);
    throw new ShopUnavailable(`The shop is not running (nothing answers at ${host}). Start it with npm start.`);
  }
};

const call = async <S extends Subject>(
  connection: NatsConnection,
  subject: S,
  request: Request<S>,
  timeoutMs: number,
): Promise<Reply<S>> => {
  const service = subject.split('.')[0] ?? subject;
  const reply = await connection
    .request(subject, requestPacket(subject, request), { timeout: timeoutMs })
    .catch((error: unknown): never => {
      if (/no responders/i.test(`${error instanceof Error ? `${error.name} ${error.message}` : error}`))
        throw new ShopUnavailable(
          `The shop runs, but its part "${service}" does not. It restarts automatically: try again.`,
        );
      throw new ShopUnavailable(
        `The shop's part "${service}" did not answer within ${timeoutMs / 1_000} s. ` +
          'It may still have done the work: check before you try again.',
      );
    });
  const { err, response } = reply.json<ReplyPacket>();
  if (!err) return response as Reply<S>;
  if (err.code === 'UNAVAILABLE') throw new ShopUnavailable(`${err.message ?? 'The shop is busy.'} (${service})`);
  throw new ShopRefused(err.message ?? 'The shop refused, and did not say why.');
};

/** Further instances of a kind reply about as fast as the first. */
const EXTRA_WAIT_MS = 300;

const discoverProcesses = async (
  connection: NatsConnection,
  inboxPrefix: string | undefined,
  kinds: readonly string[],
  timeoutMs: number,
): Promise<PresentProcess[]> => {
  const inbox = createInbox(inboxPrefix);
  const present: PresentProcess[] = [];
  const done = new AbortController();
  let endTimer: NodeJS.Timeout | undefined;
  const replies = connection.subscribe(inbox, {
    callback: (error, message) => {
      const { response } = error ? {} : message.json<ReplyPacket>();
      if (!response) return;
      present.push(response as PresentProcess);
      if (!kinds.every((kind) => present.some(({ service }) => service === kind))) return;
      clearTimeout(endTimer);
      endTimer = setTimeout(() => done.abort(), EXTRA_WAIT_MS);
    },
  });
  connection.publish('shop.discover-processes', requestPacket('shop.discover-processes', {}), { reply: inbox });
  await pause(timeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
  clearTimeout(endTimer);
  replies.unsubscribe();
  return present;
};
