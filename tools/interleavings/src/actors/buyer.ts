import type { Hold, OrderLine } from '@geodes/contracts';
import { orderKey } from '@geodes/gateway/dist/orders/place-order.js';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';
import { type BuyerResponse, isOutcome, type RecordedResponse, type Web } from './web.js';
import type { BuyerPlan, HoldPlan, OrderRequest } from './scenario.js';

const ABSENT_SECONDS = 10;

/** Sends the planned orders and repeats them, as the site does. A reloaded card form makes another token. */
export const buy = async (
  plan: BuyerPlan,
  run: ProcessRun,
  context: RunContext,
  web: Web,
  onResponse: (response: RecordedResponse) => void,
): Promise<void> => {
  const clock = virtualClock(context.scheduler, run);
  await clock.sleep(plan.startsAfterMs);
  for (const request of plan.requests) {
    if (context.isClosing) return;
    const { holdPlan } = plan;
    const held = holdPlan && (await hold(holdPlan, request.body.items, run, context, web));
    if (held) context.count('a buyer with a hold');
    const body = { ...request.body, ...(held && holdPlan?.isNamed ? { holdId: held.holdId } : {}) };
    const response = await placeOrder({ ...request, body }, plan, run, context, web, onResponse);
    if (held && holdPlan?.endsAfterwards) await endHold(holdPlan, held, run, web);
    if (response.status === 201) return;
  }
};

const placeOrder = async (
  { key, body, doubleClick, repeats, pauseMs, changesMind }: OrderRequest,
  { holdPlan }: BuyerPlan,
  run: ProcessRun,
  context: RunContext,
  web: Web,
  onResponse: (response: RecordedResponse) => void,
): Promise<BuyerResponse> => {
  const clock = virtualClock(context.scheduler, run);
  const send = async (change: object = {}): Promise<BuyerResponse> => {
    const response = await web.order(run, key, { ...body, ...change }, holdPlan?.browserId);
    onResponse({ key, orderId: orderKey(key).orderId, response });
    return response;
  };
  const sent = [send()];
  if (doubleClick) sent.push(send({ paymentToken: `${body.paymentToken}-again` }));
  if (changesMind) sent.push(send({ expectedTotal: '7.77' }));
  let response = (await Promise.all(sent)).find(isOutcome) ?? (await sent[0]) ?? { status: 'silence' };
  for (let repeat = 1; repeat <= repeats && !isOutcome(response) && !context.isClosing; repeat += 1) {
    await clock.sleep(pauseMs * context.random.next());
    response = await send(context.random.chance(0.5) ? { paymentToken: `${body.paymentToken}-${repeat}` } : {});
  }
  return response;
};

/** Holds the geodes and waits while the buyer types the card. Returns the hold if the shop granted one. */
const hold = async (
  { browserId, isTwice, leaves, pauseMs }: HoldPlan,
  items: OrderLine[],
  run: ProcessRun,
  context: RunContext,
  web: Web,
): Promise<Hold | undefined> => {
  const request = { browserId, items, network: null };
  const requests = [web.ask(run, 'catalog.take-hold', request)];
  if (isTwice) requests.push(web.ask(run, 'catalog.take-hold', request));
  const held = (await Promise.all(requests)).findLast((reply) => reply !== undefined) as Hold | undefined;
  if (held && leaves !== 'no') await endHold({ browserId }, held, run, web, ABSENT_SECONDS);
  if (leaves === 'and comes back') await web.ask(run, 'catalog.current-hold', { browserId });
  await virtualClock(context.scheduler, run).sleep(pauseMs);
  return held;
};

const endHold = async (
  { browserId }: Pick<HoldPlan, 'browserId'>,
  { holdId }: Hold,
  run: ProcessRun,
  web: Web,
  afterSeconds?: number,
): Promise<void> => {
  const after = afterSeconds === undefined ? {} : { afterSeconds };
  await web.ask(run, 'catalog.end-hold', { browserId, holdId, ...after });
};
