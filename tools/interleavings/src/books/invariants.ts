import { isOutcome, orderIdOf } from '../actors/answers.js';
import type { Stone } from '../actors/scenario.js';
import type { Books, OrderRow } from './books.js';

type Name = (id: string) => string;
type Check = (books: Books, name: Name, stones: readonly Stone[]) => string[];

const isPaid = ({ payment_state }: OrderRow): boolean => payment_state === 'captured';
const isCharged = ({ status, refund }: Books['ledger'][number]): boolean => status === 'COMPLETED' && !refund;

/** Square's books against the orders: no charge without an order, none beside one, none of another amount. */
const charges: Check = ({ ledger, orders }, name) =>
  ledger.flatMap((payment) => {
    const of = name(payment.attemptId);
    if (payment.status === 'APPROVED') return [`${of} is still authorised`];
    if (!isCharged(payment)) return [];
    const order = orders.find(({ payment_attempt_id }) => payment_attempt_id === payment.attemptId);
    if (!order || !isPaid(order)) return [`${of} was captured and belongs to no paid order`];
    if (order.square_payment_id !== payment.id) return [`${of} is another payment than its order names`];
    if (order.total_cents !== payment.request.amountCents)
      return [`${of} took ${payment.request.amountCents} cents for an order of ${order.total_cents}`];
    return [];
  });

/** How often each attempt was captured; what was given back counts too. */
export const captures = (ledger: Books['ledger']): { attemptId: string; times: number }[] => {
  const captured = ledger.filter(({ status }) => status === 'COMPLETED').map(({ attemptId }) => attemptId);
  return [...new Set(captured)].map((attemptId) => ({
    attemptId,
    times: captured.filter((other) => other === attemptId).length,
  }));
};

const onePerAttempt: Check = ({ ledger }, name) =>
  captures(ledger).flatMap(({ attemptId, times }) =>
    times > 1 ? [`${name(attemptId)} was captured ${times} times`] : [],
  );

const paidOrders: Check = ({ ledger, orders, attempts }, name) =>
  orders.flatMap((order) => {
    const of = name(order.id);
    const attempt = attempts.find(({ order_id }) => order_id === order.id);
    if (!isPaid(order) && order.payment_state !== 'cancelled') return [`${of} is neither paid nor cancelled`];
    if (!isPaid(order))
      return attempt?.state === 'refused' ? [] : [`${of} is cancelled, its attempt ${attempt?.state}`];
    if (attempt?.state !== 'paid') return [`${of} is paid, its attempt ${attempt?.state}`];
    if (order.status === 'cancelled') return [`${of} is paid and cancelled`];
    const has = ledger.some((payment) => isCharged(payment) && payment.id === order.square_payment_id);
    return has ? [] : [`${of} is paid without a payment`];
  });

const attemptsEnd: Check = ({ attempts, orders }, name) =>
  attempts.flatMap(({ order_id, state }) => {
    if (state !== 'paid' && state !== 'refused') return [`${name(order_id)} does not settle: its attempt is ${state}`];
    const order = orders.find(({ id }) => id === order_id);
    return state === 'paid' && !(order && isPaid(order))
      ? [`${name(order_id)} has a paid attempt and no paid order`]
      : [];
  });

/** What payments believes is what Square has. */
const paymentRows: Check = ({ payments, ledger }, name) =>
  payments.flatMap(({ id, state, square_payment_id, amount_cents }) => {
    const theirs = ledger.find((payment) => payment.id === square_payment_id);
    if (!['captured', 'voided', 'declined', 'refused', 'refunded'].includes(state))
      return [`${name(id)} is left ${state}`];
    if (state === 'captured' && !(theirs && isCharged(theirs))) return [`${name(id)} counts as captured and is not`];
    if (state === 'captured' && theirs?.request.amountCents !== amount_cents) return [`${name(id)} has another amount`];
    return state !== 'captured' && theirs && isCharged(theirs) ? [`${name(id)} is ${state}, but was captured`] : [];
  });

/** A unit is sold where a paid order has it, and nowhere else; nothing stays reserved. */
const stock: Check = ({ geodes, orders, reservations, holds }, name, stones) => [
  ...(holds > 0 ? [`${holds} holds do not end`] : []),
  ...geodes.flatMap(({ id, units_available, units_reserved, units_sold }) => {
    const of = name(id);
    const bought = orders.filter(isPaid).filter(({ items }) => items?.some(({ geode_id }) => geode_id === id)).length;
    const units = stones.find((stone) => stone.id === id)?.units ?? 0;
    if (bought > units) return [`${of} was sold ${bought} times and exists ${units} times`];
    if (units_reserved > 0) return [`${of} stays reserved`];
    if (units_sold !== bought) return [`${of} has ${units_sold} units sold, ${bought} are paid`];
    return units_available === units - bought
      ? []
      : [`${of} has ${units_available} units on sale of ${units - bought}`];
  }),
  ...reservations.flatMap(({ order_id, geode_id, state, archived }) => {
    if (order_id === null) return [`${name(geode_id)} is left ${state}`];
    const order = orders.find(({ id }) => id === order_id);
    if (state === 'sold' && archived !== order?.archived) return [`the archiving of ${name(order_id)} did not arrive`];
    return state === 'sold' || state === 'released' ? [] : [`a reservation of ${name(order_id)} is left ${state}`];
  }),
];

const prices: Check = ({ orders }, name) =>
  orders.filter(isPaid).flatMap(({ id, items, discount_cents, total_cents }) => {
    const subtotal = (items ?? []).reduce((sum, { price_cents, quantity }) => sum + price_cents * quantity, 0);
    if (subtotal - discount_cents !== total_cents) return [`${name(id)} does not add up`];
    const tenth = Math.floor((subtotal + 5) / 10);
    return discount_cents === 0 || discount_cents === tenth ? [] : [`${name(id)} has a discount of ${discount_cents}`];
  });

const discounts: Check = ({ orders, claims }, name) => {
  const discounted = orders.filter((order) => order.status !== 'cancelled' && order.discount_cents > 0);
  const emails = discounted.map(({ email }) => email);
  const twice = [...new Set(emails)].filter((email) => emails.indexOf(email) !== emails.lastIndexOf(email));
  const lost = discounted.filter(({ id }) => !claims.some(({ order_id }) => order_id === id));
  const idle = claims.filter(({ order_id }) => !discounted.some(({ id }) => id === order_id));
  return [
    ...twice.map((email) => `${email} has the first-order discount twice`),
    ...lost.map(({ id }) => `${name(id)} has a discount without a claim`),
    ...idle.map(({ order_id }) => `the discount is kept for ${name(order_id)}, which came to nothing`),
  ];
};

const facts: Check = ({ facts: rows, orders, applied }, name) => [
  ...rows.flatMap(({ id, type, order_id, done }) => {
    if (!done) return [`${type} of ${name(order_id)} was never confirmed`];
    return applied.includes(id) ? [] : [`${type} of ${name(order_id)} was confirmed and never applied`];
  }),
  ...orders.flatMap((order) => {
    const told = rows.filter(({ order_id }) => order_id === order.id).map(({ type }) => type);
    const due = [...(isPaid(order) ? ['order.paid'] : []), ...(order.archived ? ['order.archived'] : [])];
    return due.sort().join() === told.sort().join()
      ? []
      : [`${name(order.id)} has the facts ${told.join(', ') || 'none'}`];
  }),
];

/** What a buyer was told is true at the end as well; a key has one outcome, however often it is asked for. */
const answers: Check = ({ answers: told, orders, ledger, attempts }, name) =>
  told.flatMap((each, index) => {
    const { key, told: answer } = each;
    const id = orderIdOf(each);
    const of = name(id);
    const order = orders.find((one) => one.id === id);
    const attempt = attempts.find(({ order_id }) => order_id === id);
    const charged = ledger.some((payment) => payment.attemptId === attempt?.payment_attempt_id && isCharged(payment));
    if (answer.status === 201 && !(order && isPaid(order) && charged)) return [`201 for ${of}, which is not paid`];
    if (answer.status === 202 && answer.recorded && !order) return [`202 for ${of}, which is not found`];
    if (answer.status === 500) return [`500 for ${of}: ${answer.message}`];
    if (!isOutcome(answer) || isOtherBody(answer)) return [];
    if (answer.status !== 201 && charged) return [`${answer.status} for ${of}, which was charged`];
    const first = told.find((earlier) => earlier.key === key && isOutcome(earlier.told) && !isOtherBody(earlier.told));
    const differs = first && told.indexOf(first) < index && JSON.stringify(first.told) !== JSON.stringify(answer);
    return differs ? [`${of} has two outcomes: ${JSON.stringify(first.told)} and ${JSON.stringify(answer)}`] : [];
  });

const isOtherBody = (told: Books['answers'][number]['told']): boolean => 'code' in told && told.code === 'KEY_REUSED';

const CHECKS = [charges, onePerAttempt, paidOrders, attemptsEnd, paymentRows, stock, prices, discounts, facts, answers];

/** What is wrong in the books, in words; nothing where all is well. */
export const brokenInvariants = (books: Books, name: Name, stones: readonly Stone[]): string[] => [
  ...new Set(CHECKS.flatMap((check) => check(books, name, stones))),
];
