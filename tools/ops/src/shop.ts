import { setTimeout as pause } from 'node:timers/promises';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { PresentProcess, Reply, Request, Subject } from '@geodes/contracts';
import { natsOptions } from '@geodes/kit/nats-options';
import { type ReplyPacket, requestPacket } from '@geodes/kit/packet';

const CONNECT_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_MS = 5_000;

/** The shop, or the part that was asked, cannot be reached. */
export class ShopAway extends Error {
  override readonly name = 'ShopAway';
}

/** The shop answered, and refused. */
export class ShopRefuses extends Error {
  override readonly name = 'ShopRefuses';
}

/** The running shop, as one that types commands sees it. */
export interface Shop {
  /** Throws ShopRefuses with the shop's words; ShopAway where nobody answered within `limitMs`, 5,000 unless told. */
  ask<S extends Subject>(subject: S, request: Request<S>, limitMs?: number): Promise<Reply<S>>;
  /**
   * Everybody who is there, for `limitMs` at most; shorter where one of each kind has answered and no more come. Never
   * throws.
   */
  callRoll(kinds: readonly string[], limitMs: number): Promise<PresentProcess[]>;
  close(): Promise<void>;
}

/** Reaches the shop at nats://user:password@host:port. Throws ShopAway after 3 s at the latest. */
export const reachShop = async (url: string): Promise<Shop> => {
  const connection = await open(url);
  return {
    ask: (subject, request, limitMs = CALL_TIMEOUT_MS) => ask(connection, subject, request, limitMs),
    callRoll: (kinds, limitMs) => callRoll(connection, kinds, limitMs),
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
      throw new ShopAway(`NATS at ${host} does not let us in: DATA_DIR or NATS_URL belongs to another shop.`);
    throw new ShopAway(`The shop is not running (nothing answers at ${host}). Start it with npm start.`);
  }
};

const ask = async <S extends Subject>(
  connection: NatsConnection,
  subject: S,
  request: Request<S>,
  limitMs: number,
): Promise<Reply<S>> => {
  const service = subject.split('.')[0] ?? subject;
  const reply = await connection
    .request(subject, requestPacket(subject, request), { timeout: limitMs })
    .catch((error: unknown): never => {
      if (/no responders/i.test(`${error instanceof Error ? `${error.name} ${error.message}` : error}`))
        throw new ShopAway(
          `The shop runs, but its part "${service}" does not. It is started again by itself: try again.`,
        );
      throw new ShopAway(
        `The shop's part "${service}" did not answer within ${limitMs / 1_000} s. ` +
          'Whether it did what it was told is not known: look before you try again.',
      );
    });
  const { err, response } = reply.json<ReplyPacket>();
  if (!err) return response as Reply<S>;
  if (err.code === 'UNAVAILABLE') throw new ShopAway(`${err.message ?? 'The shop is busy.'} (${service})`);
  throw new ShopRefuses(err.message ?? 'The shop refused, and did not say why.');
};

/** Others of a kind answer about as fast as the first of them. */
const LAST_CALL_MS = 300;

const callRoll = async (
  connection: NatsConnection,
  kinds: readonly string[],
  limitMs: number,
): Promise<PresentProcess[]> => {
  const inbox = createInbox();
  const present: PresentProcess[] = [];
  const over = new AbortController();
  let lastCall: NodeJS.Timeout | undefined;
  const replies = connection.subscribe(inbox, {
    callback: (error, message) => {
      const { response } = error ? {} : message.json<ReplyPacket>();
      if (!response) return;
      present.push(response as PresentProcess);
      if (!kinds.every((kind) => present.some(({ service }) => service === kind))) return;
      clearTimeout(lastCall);
      lastCall = setTimeout(() => over.abort(), LAST_CALL_MS);
    },
  });
  connection.publish('shop.discover-processes', requestPacket('shop.discover-processes', {}), { reply: inbox });
  await pause(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
  clearTimeout(lastCall);
  replies.unsubscribe();
  return present;
};
