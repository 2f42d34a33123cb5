import { orderKey } from '@geodes/gateway/dist/orders/place-order.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { virtualClock } from '../schedule/virtual-clock.js';
import { type Answer, isOutcome, type Told } from './answers.js';
import { endHold, hold } from './holding.js';
import type { BuyerPlan, Wish } from './scenario.js';
import type { Web } from './web.js';

/** Sends what the plan says and keeps asking, as the site does; a reloaded card form makes another token. */
export const buy = async (
  plan: BuyerPlan,
  life: ProcessRun,
  around: RunContext,
  web: Web,
  heard: (answer: Answer) => void,
): Promise<void> => {
  const clock = virtualClock(around.scheduler, life);
  await clock.sleep(plan.startsAfterMs);
  for (const wish of plan.wishes) {
    if (around.isClosing) return;
    const { holding } = plan;
    const held = holding && (await hold(holding, wish.body.items, life, around, web));
    if (held) around.count('a buyer with a hold');
    const body = { ...wish.body, ...(held && holding?.isNamed ? { holdId: held.holdId } : {}) };
    const told = await ask({ ...wish, body }, plan, life, around, web, heard);
    if (held && holding?.endsAfterwards) await endHold(holding, held, life, web);
    if (told.status === 201) return;
  }
};

const ask = async (
  { key, body, doubleClick, repeats, pauseMs, changesMind }: Wish,
  { name: buyer, holding }: BuyerPlan,
  life: ProcessRun,
  around: RunContext,
  web: Web,
  heard: (answer: Answer) => void,
): Promise<Told> => {
  const clock = virtualClock(around.scheduler, life);
  const send = async (change: object = {}): Promise<Told> => {
    const told = await web.order(life, key, { ...body, ...change }, holding?.browserId);
    heard({ buyer, key, orderId: orderKey(key).orderId, told });
    return told;
  };
  const sent = [send()];
  if (doubleClick) sent.push(send({ paymentToken: `${body.paymentToken}-again` }));
  if (changesMind) sent.push(send({ expectedTotal: '7.77' }));
  let told = (await Promise.all(sent)).find(isOutcome) ?? (await sent[0]) ?? { status: 'silence' };
  for (let again = 1; again <= repeats && !isOutcome(told) && !around.isClosing; again += 1) {
    await clock.sleep(pauseMs * around.random.next());
    told = await send(around.random.chance(0.5) ? { paymentToken: `${body.paymentToken}-${again}` } : {});
  }
  return told;
};
