import { findings } from '@geodes/audit/dist/invariants/invariants.js';
import { isOutcome, orderIdOf } from '../actors/answers.js';
import type { Stone } from '../actors/scenario.js';
import type { RunData } from './run-data.js';

type Name = (id: string) => string;
type Check = (books: RunData, name: Name, stones: readonly Stone[]) => string[];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What the audit of a running shop would report; the shop has settled, so that nothing is too young to be judged. */
const audited: Check = ({ shop }, name) =>
  findings(shop).map(({ kind, message }) => `${kind}: ${message.replaceAll(UUID, name)}`);

/** How often each attempt was captured; what was refunded counts too. */
export const captures = (ledger: RunData['ledger']): { attemptId: string; times: number }[] =>
  [...Map.groupBy(ledger, ({ attemptId }) => attemptId)].flatMap(([attemptId, payments]) => {
    const times = payments.filter(({ status }) => status === 'COMPLETED').length;
    return times > 0 ? [{ attemptId, times }] : [];
  });

const onePerAttempt: Check = ({ ledger }, name) =>
  captures(ledger).flatMap(({ attemptId, times }) =>
    times > 1 ? [`${name(attemptId)} was captured ${times} times`] : [],
  );

const ENDED = ['captured', 'voided', 'declined', 'refused', 'refunded'];

/** The shop had two minutes: every checkout, fact, payment and hold has ended. */
const settled: Check = ({ shop, open, openHolds }, name) => [
  ...Object.entries(open).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} do not settle`] : [])),
  ...shop.payments.payments.flatMap(({ id, state }) => (ENDED.includes(state) ? [] : [`${name(id)} is left ${state}`])),
  ...openHolds.map(() => 'a hold does not end'),
];

/** An attempt is paid if and only if its order is. */
const ends: Check = ({ shop, contradictory }, name) => [
  ...contradictory.map((id) => `${name(id)} is paid and cancelled`),
  ...shop.orders.attempts.flatMap(({ orderId, state }) => {
    const order = shop.orders.orders.find(({ id }) => id === orderId);
    const isPaid = order?.paymentState === 'captured';
    return isPaid === (state === 'paid') ? [] : [`${name(orderId)} is ${order?.paymentState}, its attempt ${state}`];
  }),
];

/** Every unit is on sale or sold. */
const stock: Check = ({ shop }, name, stones) =>
  stones.flatMap(({ id, units }) => {
    const geode = shop.catalog.geodes.find((one) => one.id === id);
    const { unitsAvailable = 0, unitsReserved = 0, unitsSold = 0 } = geode ?? {};
    if (unitsReserved > 0) return [`${name(id)} stays reserved`];
    return unitsAvailable + unitsSold === units
      ? []
      : [`${name(id)} has ${unitsAvailable} units on sale and ${unitsSold} sold of ${units}`];
  });

const discounts: Check = ({ shop }, name) =>
  shop.orders.orders.flatMap(({ id, paymentState, discountCents }) =>
    discountCents === 0 || paymentState === 'cancelled' || shop.orders.claims.some(({ orderId }) => orderId === id)
      ? []
      : [`${name(id)} has a discount without a claim`],
  );

/** Only what happened is told, and the catalogue archives what orders has archived. */
const facts: Check = ({ shop, archived }, name) => [
  ...shop.orders.outbox.flatMap(({ type, orderId }) => {
    const order = shop.orders.orders.find(({ id }) => id === orderId);
    const isSo = type === 'order.paid' ? order?.paymentState === 'captured' : order?.archivedAt;
    return isSo ? [] : [`${type} of ${name(orderId)} is told and not so`];
  }),
  ...archived.orders.flatMap((id) =>
    archived.catalog.includes(id) ? [] : [`the archiving of ${name(id)} did not arrive`],
  ),
  ...archived.catalog.flatMap((id) =>
    archived.orders.includes(id) ? [] : [`${name(id)} is archived in the catalogue alone`],
  ),
];

/** What a buyer was told is true at the end as well; a key has one outcome, however often it is asked for. */
const answers: Check = ({ answers: told, shop, ledger }, name) =>
  told.flatMap((each, index) => {
    const { key, told: answer } = each;
    const id = orderIdOf(each);
    const of = name(id);
    const order = shop.orders.orders.find((one) => one.id === id);
    const attempt = shop.orders.attempts.find(({ orderId }) => orderId === id);
    const isCharged = ledger.some(
      ({ attemptId, status, refund }) => attemptId === attempt?.attemptId && status === 'COMPLETED' && !refund,
    );
    if (answer.status === 201 && !(order?.paymentState === 'captured' && isCharged))
      return [`201 for ${of}, which is not paid`];
    if (answer.status === 202 && answer.recorded && !order) return [`202 for ${of}, which is not found`];
    if (answer.status === 500) return [`500 for ${of}: ${answer.message}`];
    if (!isOutcome(answer) || isOtherBody(answer)) return [];
    if (answer.status !== 201 && isCharged) return [`${answer.status} for ${of}, which was charged`];
    const first = told.find((earlier) => earlier.key === key && isOutcome(earlier.told) && !isOtherBody(earlier.told));
    const differs = first && told.indexOf(first) < index && JSON.stringify(first.told) !== JSON.stringify(answer);
    return differs ? [`${of} has two outcomes: ${JSON.stringify(first.told)} and ${JSON.stringify(answer)}`] : [];
  });

const isOtherBody = (told: RunData['answers'][number]['told']): boolean => 'code' in told && told.code === 'KEY_REUSED';

const CHECKS = [audited, onePerAttempt, settled, ends, stock, discounts, facts, answers];

/** What is wrong at the end, in words; nothing where all is well. */
export const brokenInvariants = (books: RunData, name: Name, stones: readonly Stone[]): string[] => [
  ...new Set(CHECKS.flatMap((check) => check(books, name, stones))),
];
