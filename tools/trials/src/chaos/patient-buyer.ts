import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, type Random } from '@geodes/testing';
import { type Answer, type Order, readAnswer } from '../order.js';

/** The site waits so long for an answer, milliseconds. */
const ANSWER_LIMIT_MS = 40_000;
const PAUSE_MS = { from: 500, to: 2_500 };

/** What a buyer was told from first to last. */
export interface Told {
  order: Order;
  answers: Answer[];
  /** The answer that ends his try (201, 402, 409, or a 4xx or 5xx of another kind); none where he gave up. */
  last?: Answer;
}

/** Answers after which the site sends the same key again; 0 is silence. */
const asksAgain = ({ status }: Answer): boolean => [0, 202, 503].includes(status);

/**
 * A buyer as the site is: after 202, 503 and silence the same order under the same key again, until he is told how it
 * ended or `signal` is aborted. `tries`: at most so many; one who leaves after the first never hears the end.
 */
export const buyPatiently = async (
  gateways: string[],
  order: Order,
  random: Random,
  tries: number,
  signal: AbortSignal,
): Promise<Told> => {
  const told: Told = { order, answers: [] };
  const began = performance.now();
  while (!signal.aborted && told.answers.length < tries) {
    const answer = await send(random.pick(gateways), order, began, signal);
    told.answers.push(answer);
    if (!asksAgain(answer)) return { ...told, last: answer };
    await sleep(random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
  }
  return told;
};

const send = async (gateway: string, order: Order, began: number, signal: AbortSignal): Promise<Answer> => {
  try {
    const reply = await fetch(gateway + ORDER_PATH, {
      method: 'POST',
      headers: order.headers,
      body: order.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    const text = await reply.text();
    return readAnswer(reply.status, text, performance.now() - began);
  } catch (error) {
    return { status: 0, said: error instanceof Error ? error.name : 'silence', ms: performance.now() - began };
  }
};
