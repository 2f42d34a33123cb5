import { type LedgerRefund, statusOf, TOO_MUCH } from '../fakes/refund-ledger.js';
import type { Check } from './invariants.js';
import type { RefundRow } from './run-data.js';

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

export const REFUND_CHECKS: readonly Check[] = [
  noMoreThanCaptured,
  oneRefundPerKey,
  refundsEnd,
  restockedOnce,
  cancelledIfAllWentBack,
  sumsAreTrue,
  oneLetterPerRefund,
  refundResponsesAreTrue,
];
