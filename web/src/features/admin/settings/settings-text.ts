import type { Letter, LetterKind, LetterList, OpenHolds, OrderEventView, PartState, ShopPart } from '@geodes/contracts';
import type { BadgeTone } from '../../../ui/badge.js';
import { dateTime, timeOfDay } from '../dates.js';
import { counted } from '../../../app/counted.js';

export const partNames: Record<ShopPart['name'], string> = {
  gateway: 'Gateway',
  catalog: 'Catalogue',
  orders: 'Orders',
  payments: 'Payments',
  media: 'Pictures',
  postgres: 'PostgreSQL',
  redis: 'Redis',
  nats: 'NATS',
  'object-store': 'Object store',
};

/** What stops working while a component is down. */
export const partTasks: Record<ShopPart['name'], string> = {
  gateway: 'The site and this panel',
  catalog: 'Geodes, stock and showcase',
  orders: 'Checkout and orders',
  payments: 'Everything with Square',
  media: 'Uploads and sizes of pictures',
  postgres: 'All books',
  redis: 'Sessions, limits and queues',
  nats: 'What the parts tell each other',
  'object-store': 'The pictures themselves',
};

export const stateLabels: Record<PartState, { label: string; tone: BadgeTone }> = {
  well: { label: 'Well', tone: 'green' },
  failing: { label: 'In trouble', tone: 'yellow' },
  away: { label: 'Away', tone: 'red' },
};

const isPart = (name: string): name is ShopPart['name'] => Object.hasOwn(partNames, name);
const nameOf = (name: string): string => (isPart(name) ? partNames[name] : name);

/** Returns `Misses PostgreSQL` for a process, `Missed by Payments` for a server; empty if nothing is missing. */
export const troubleText = ({ kind, failing }: ShopPart): string => {
  if (failing.length === 0) return '';
  return `${kind === 'process' ? 'Misses' : 'Missed by'} ${failing.map(nameOf).join(', ')}`;
};

/** Sums up the health of all components. */
export const healthSummary = (parts: ShopPart[]): string => {
  const unwell = parts.filter(({ state }) => state !== 'well');
  if (unwell.length === 0) return 'Everything runs and is well.';
  const names = unwell.map(({ name }) => partNames[name]).join(', ');
  return unwell.length === 1 ? `1 part needs attention: ${names}.` : `${unwell.length} parts need attention: ${names}.`;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a duration roughly: `3 days`, `less than a minute`. */
export const durationText = (milliseconds: number): string => {
  if (milliseconds < MINUTE) return 'less than a minute';
  if (milliseconds < HOUR) return counted(Math.floor(milliseconds / MINUTE), 'minute');
  if (milliseconds < 2 * DAY) return counted(Math.floor(milliseconds / HOUR), 'hour');
  return counted(Math.floor(milliseconds / DAY), 'day');
};

/** Explains what a failed event was for. */
export const eventText = ({ type, orderNumber }: Pick<OrderEventView, 'type' | 'orderNumber'>): string =>
  type === 'order.paid'
    ? `Order ${orderNumber} was paid: its stones are to be marked as sold.`
    : `Order ${orderNumber} was archived: the catalogue is to note it.`;

/** Counts failed and waiting events. */
export const eventSummary = ({ failed, waiting }: { failed: number; waiting: number }): string => {
  const waits = waiting > 0 ? ` ${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} to be applied.` : '';
  if (failed === 0) return `No event has failed.${waits}`;
  return `${counted(failed, 'event')} failed and ${failed === 1 ? 'waits' : 'wait'} for you.${waits}`;
};

const letterNames: Record<LetterKind, string> = {
  'order-paid': 'Confirmation to the buyer',
  'order-shipped': 'Shipping note to the buyer',
  'sale-reminder': 'Reminder of a sale',
  refund: 'Refund note to the buyer',
  'new-order': 'New order, to you',
  'payment-review': 'Payment that needs a look, to you',
  question: 'Question of a shopper, to you',
  test: 'Test letter, to you',
};

/** Names a letter with its order: `Confirmation to the buyer, order AB12CD34`. */
export const letterText = ({ kind, orderNumber }: Pick<Letter, 'kind' | 'orderNumber'>): string =>
  letterNames[kind] + (orderNumber ? `, order ${orderNumber}` : '');

/** Says since when a letter is due, and when it is tried next. */
export const letterTimes = ({
  createdAt,
  tries,
  nextTryAt,
}: Pick<Letter, 'createdAt' | 'tries' | 'nextTryAt'>): string =>
  `Written on ${dateTime(createdAt)}, tried ${tries === 1 ? 'once' : `${tries} times`}` +
  (nextTryAt ? `, next try on ${dateTime(nextTryAt)}` : '');

/** Counts unsent letters. */
export const letterSummary = ({ counts, hasMailServer }: Pick<LetterList, 'counts' | 'hasMailServer'>): string => {
  if (!hasMailServer) return 'No mail server is set up, so no letters are sent.';
  const { failed, waiting, off } = counts;
  const parts = [
    failed > 0 && `${counted(failed, 'letter')} failed and ${failed === 1 ? 'waits' : 'wait'} for you.`,
    off > 0 && `${counted(off, 'letter')} ${off === 1 ? 'was' : 'were'} written while there was no mail server.`,
    waiting > 0 && `${counted(waiting, 'letter')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`,
  ].filter(Boolean);
  return parts.length === 0 ? 'All letters are sent.' : parts.join(' ');
};

/** Whether one button tries all letters again: a single failed one has its own, and the list has none that were off. */
export const offersTryAll = ({ counts, hasMailServer }: Pick<LetterList, 'counts' | 'hasMailServer'>): boolean =>
  hasMailServer && (counts.off > 0 || counts.failed > 1);

type Counts = Pick<OpenHolds, 'count' | 'geodes' | 'underPayment'>;
type Times = Pick<OpenHolds, 'oldestStartedAt' | 'lastEndsAt'>;

/** Sums up holds, held geodes and current payments. */
export const holdsSummary = ({ count, geodes, underPayment }: Counts): string => {
  if (count === 0) return 'No stone is on hold now.';
  const paid = underPayment > 0 ? ` ${underPayment} of them ${underPayment === 1 ? 'is' : 'are'} being paid.` : '';
  return `${counted(count, 'hold')} ${count === 1 ? 'keeps' : 'keep'} ${counted(geodes, 'stone')} off sale.${paid}`;
};

/** Returns the age of the oldest hold, and when the last one ends. `now` is in milliseconds. */
export const holdTimes = ({ oldestStartedAt, lastEndsAt }: Times, now: number): string => {
  if (oldestStartedAt === null || lastEndsAt === null) return '';
  const age = durationText(Math.max(0, now - Date.parse(oldestStartedAt)));
  return `The oldest began ${age} ago, the longest lasts until ${timeOfDay(lastEndsAt)}.`;
};
