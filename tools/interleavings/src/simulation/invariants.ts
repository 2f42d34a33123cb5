import { findings } from '@geodes/audit/dist/invariants/invariants.js';
import { type BuyerResponse, isOutcome, orderIdOf } from '../actors/web.js';
import type { ScenarioGeode } from '../actors/scenario.js';
import { type LedgerRefund, statusOf, TOO_MUCH } from '../fakes/refund-ledger.js';
import type { RefundRow, RunData } from './run-data.js';

type Name = (id: string) => string;
type Check = (data: RunData, name: Name, geodes: readonly ScenarioGeode[]) => string[];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Reports the findings of the audit. The shop has settled, so the audit skips nothing as too recent. */
const auditFindings: Check = ({ shop }, name) =>
  findings(shop).map(({ kind, message }) => `${kind}: ${message.replaceAll(UUID, name)}`);

/** Counts the captures of each attempt, refunded ones included. */
export const captures = (ledger: RunData['ledger']): { attemptId: string; times: number }[] =>
  [...Map.groupBy(ledger, ({ attemptId }) => attemptId)].flatMap(([attemptId, payments]) => {
    const times = payments.filter(({ status }) => status === 'COMPLETED').length;
    return times > 0 ? [{ attemptId, times }] : [];
  });

const oneCapturePerAttempt: Check = ({ ledger }, name) =>
  captures(ledger).flatMap(({ attemptId, times }) =>
    times > 1 ? [`${name(attemptId)} was captured ${times} times`] : [],
  );

const ENDED = ['captured', 'voided', 'declined', 'refused', 'refunded'];

/** Every checkout, outbox event, payment and hold has ended. */
const everythingEnds: Check = ({ shop, open, openHolds }, name) => [
  ...Object.entries(open).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} have not ended`] : [])),
  ...shop.payments.payments.flatMap(({ id, state }) => (ENDED.includes(state) ? [] : [`${name(id)} is left ${state}`])),
  ...openHolds.map(() => 'a hold has not ended'),
];

/** An attempt is paid if and only if its order is. */
const paymentMatchesOrder: Check = ({ shop }, name) =>
  shop.orders.attempts.flatMap(({ orderId, state }) => {
    const order = shop.orders.orders.find(({ id }) => id === orderId);
    const isPaid = order?.paymentState === 'captured';
    return isPaid === (state === 'paid') ? [] : [`${name(orderId)} is ${order?.paymentState}, its attempt ${state}`];
  });

/** Every unit is on sale or sold. */
const stockAddsUp: Check = ({ shop }, name, geodes) =>
  geodes.flatMap(({ id, units }) => {
    const geode = shop.catalog.geodes.find((one) => one.id === id);
    const { unitsAvailable = 0, unitsReserved = 0, unitsSold = 0 } = geode ?? {};
    if (unitsReserved > 0) return [`${name(id)} stays reserved`];
    return unitsAvailable + unitsSold === units
      ? []
      : [`${name(id)} has ${unitsAvailable} units on sale and ${unitsSold} sold of ${units}`];
  });

const discountsAreClaimed: Check = ({ shop }, name) =>
  shop.orders.orders.flatMap(({ id, status, discountCents }) =>
    discountCents === 0 || status === 'cancelled' || shop.orders.claims.some(({ orderId }) => orderId === id)
      ? []
      : [`${name(id)} has a discount without a claim`],
  );

/** Outbox events match their orders, and both services archive the same orders. */
const eventsAreTrue: Check = ({ shop, archived }, name) => [
  ...shop.orders.outbox.flatMap(({ type, orderId }) => {
    const order = shop.orders.orders.find(({ id }) => id === orderId);
    const isTrue = type === 'order.paid' ? order?.paymentState === 'captured' : order?.archivedAt;
    return isTrue ? [] : [`${type} of ${name(orderId)} is published but not true`];
  }),
  ...archived.orders.flatMap((id) =>
    archived.catalog.includes(id) ? [] : [`${name(id)} is archived in orders but not in the catalogue`],
  ),
  ...archived.catalog.flatMap((id) =>
    archived.orders.includes(id) ? [] : [`${name(id)} is archived in the catalogue but not in orders`],
  ),
];

/** Responses are true at the end, whatever the owner refunded later, and a key has one outcome. */
const responsesAreTrue: Check = ({ responses, shop, ledger, refundLedger }, name) =>
  responses.flatMap((each, index) => {
    const { key, response } = each;
    const id = orderIdOf(each);
    const order = name(id);
    const found = shop.orders.orders.find((one) => one.id === id);
    const attempt = shop.orders.attempts.find(({ orderId }) => orderId === id);
    const captured = ledger.filter(
      ({ attemptId, status }) => attemptId === attempt?.attemptId && status === 'COMPLETED',
    );
    const isCharged = captured.some(({ id: paid }) => !refundLedger.some((one) => one.squarePaymentId === paid));
    if (response.status === 201 && !(found?.paymentState === 'captured' && captured.length > 0))
      return [`201 for ${order}, which is not paid`];
    if (response.status === 202 && response.recorded && !found) return [`202 for ${order}, which is not found`];
    if (response.status === 500) return [`500 for ${order}: ${response.message}`];
    if (!isOutcome(response) || isOtherBody(response)) return [];
    if (response.status !== 201 && isCharged) return [`${response.status} for ${order}, which was charged`];
    const first = responses.find(
      (earlier) => earlier.key === key && isOutcome(earlier.response) && !isOtherBody(earlier.response),
    );
    const differs =
      first && responses.indexOf(first) < index && JSON.stringify(first.response) !== JSON.stringify(response);
    return differs
      ? [`${order} has two outcomes: ${JSON.stringify(first.response)} and ${JSON.stringify(response)}`]
      : [];
  });

const isOtherBody = (response: BuyerResponse): boolean => 'code' in response && response.code === 'KEY_REUSED';

const sum = (refunds: readonly { amountCents: number }[]): number =>
  refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);
const givesBack = (refund: LedgerRefund): boolean => statusOf(refund) !== 'FAILED';
const completed = (refunds: readonly RefundRow[], orderId: string): RefundRow[] =>
  refunds.filter((refund) => refund.orderId === orderId && refund.state === 'completed');

/** No more goes back than was captured, and the shop does not ask for more: only refunds in Square surprise it. */
const noMoreThanCaptured: Check = ({ ledger, refundLedger, refunds, refundedOrders }, name) => [
  ...ledger.flatMap(({ id, request }) => {
    const cents = sum(refundLedger.filter((one) => one.squarePaymentId === id && givesBack(one)));
    return cents > request.amountCents ? [`${cents} of ${request.amountCents} cents of ${name(id)} went back`] : [];
  }),
  ...refundedOrders.flatMap(({ id, squarePaymentId }) => {
    const ofPayment = refundLedger.filter((one) => one.squarePaymentId === squarePaymentId);
    if (ofPayment.some(({ wantedAs }) => !wantedAs)) return [];
    const tooMuch = refunds.filter(({ orderId, message }) => orderId === id && message?.includes(TOO_MUCH));
    return tooMuch.map(() => `the shop asked Square for more than was left of ${name(id)}`);
  }),
];

const oneRefundPerKey: Check = ({ refundLedger }, name) =>
  [...Map.groupBy(refundLedger, ({ id, wantedAs }) => wantedAs ?? id).values()].flatMap((made) =>
    made.length > 1 ? [`one refund of ${name(made[0]?.squarePaymentId ?? '')} was made ${made.length} times`] : [],
  );

/** Every recorded refund has ended. The audit compares those that Square has; the others must not be there. */
const refundsEnd: Check = ({ refunds, refundLedger }, name) =>
  refunds.flatMap(({ id, orderId, state, squareRefundId }) => {
    if (state !== 'completed' && state !== 'failed') return [`a refund of ${name(orderId)} is left ${state}`];
    const isMade = !squareRefundId && refundLedger.some((one) => one.wantedAs === id && givesBack(one));
    return isMade ? [`a refund of ${name(orderId)} is ${state} without Square's id, but Square made it`] : [];
  });

/** Completed refunds put their geodes on sale again, and nothing else does. The counters are checked by the audit. */
const restockedOnce: Check = ({ shop, refunds }, name) => {
  const wanted = refunds.flatMap(({ orderId, state, restock }) =>
    state === 'completed' ? restock.map((geodeId) => `${name(geodeId)} of ${name(orderId)}`) : [],
  );
  const returned = shop.catalog.reservations.flatMap(({ geodeId, orderId, state }) =>
    state === 'returned' ? [`${name(geodeId)} of ${name(orderId)}`] : [],
  );
  return [
    ...wanted.filter((one) => !returned.includes(one)).map((one) => `${one} was refunded, but is not on sale again`),
    ...returned.filter((one) => !wanted.includes(one)).map((one) => `${one} is on sale again without a refund`),
  ];
};

/** A paid order is cancelled if and only if its whole amount went back before it was shipped. */
const cancelledIfAllWentBack: Check = ({ refunds, refundedOrders }, name) =>
  refundedOrders.flatMap(({ id, status, totalCents, wasShipped }) => {
    const wentBack = sum(completed(refunds, id)) >= totalCents;
    if (status === 'cancelled' && !wentBack) return [`${name(id)} is paid and cancelled`];
    if (status !== 'cancelled' && wentBack && !wasShipped) return [`${name(id)} went back, but is ${status}`];
    return [];
  });

const sumsAreTrue: Check = ({ refunds, refundedOrders }, name) =>
  refundedOrders.flatMap(({ id, totalCents, refundedCents }) => {
    const cents = Math.min(totalCents, sum(completed(refunds, id)));
    return cents === refundedCents ? [] : [`${name(id)} counts ${refundedCents} cents as refunded, not ${cents}`];
  });

const oneLetterPerRefund: Check = ({ refunds }, name) =>
  refunds.flatMap(({ orderId, state, letters }) =>
    letters === (state === 'completed' ? 1 : 0) ? [] : [`a ${state} refund of ${name(orderId)} has ${letters} letters`],
  );

/** Responses to the owner are true at the end. */
const refundResponsesAreTrue: Check = ({ refundResponses, refunds }, name) =>
  refundResponses.flatMap(({ command: { refundId, orderId, amountCents }, reply }) => {
    if (!reply) return [];
    const row = refunds.find(({ id }) => id === refundId);
    const what = `a refund of ${name(orderId)} was ${reply.status} in a response`;
    if (!row) return [`${what}, but is not recorded`];
    if (amountCents !== undefined && row.amountCents !== amountCents) return [`${what}, but is of another amount`];
    return reply.status === 'pending' || reply.status === row.state ? [] : [`${what}, but is ${row.state}`];
  });

const CHECKS = [
  auditFindings,
  oneCapturePerAttempt,
  everythingEnds,
  paymentMatchesOrder,
  stockAddsUp,
  discountsAreClaimed,
  eventsAreTrue,
  responsesAreTrue,
  noMoreThanCaptured,
  oneRefundPerKey,
  refundsEnd,
  restockedOnce,
  cancelledIfAllWentBack,
  sumsAreTrue,
  oneLetterPerRefund,
  refundResponsesAreTrue,
];

/** Describes the invariants that are broken at the end of a run. */
export const brokenInvariants = (data: RunData, name: Name, geodes: readonly ScenarioGeode[]): string[] => [
  ...new Set(CHECKS.flatMap((check) => check(data, name, geodes))),
];
