import {
  absolutePicture,
  CARRIER_NAMES,
  trackingUrl,
  geodePageUrl,
  type Opening,
  orderNumber,
  saleTimeText,
} from '@geodes/contracts';
import { isTakenBack, type Order } from '../../orders/order.entity.js';
import { type Block, type LetterContent, type LabelledValue, money } from './content.js';

const PICTURE_WIDTH = 160;

/** Returns the items of an order, with pictures of the given origin. */
export const itemsOf = ({ items }: Order, origin: string): Block => ({
  type: 'items',
  items: items.map(({ title, quantity, priceCents, imageUrls: [first = ''] }) => ({
    title,
    quantity,
    sumCents: priceCents * quantity,
    pictureUrl: absolutePicture(first.startsWith('/objects/') ? `${first}?w=${PICTURE_WIDTH}` : first, origin),
  })),
});

/** Returns discount, if there is one, and total. */
export const amountsOf = ({ discountCents, totalCents }: Order): LabelledValue[] => [
  ...(discountCents > 0 ? [{ label: 'First-order discount', value: `−${money(discountCents)}` }] : []),
  { label: 'Total', value: money(totalCents) },
];

const postalAddress = ({ firstName, lastName, address, city, state, zipCode }: Order): string =>
  [`${firstName} ${lastName}`.trim(), address, `${city}, ${state} ${zipCode}`].join('\n');

/** Explains how to follow the order without a login. */
const tracking = (order: Order, origin: string): Block[] => [
  {
    type: 'text',
    text: `To see where your order is, open the page below and enter ${order.email}. You need no account.`,
  },
  { type: 'link', label: 'Track your order', url: `${origin}/track-order` },
];

/** Confirms a paid order to its buyer. */
export const orderPaidLetter = (order: Order, origin: string): LetterContent => {
  const number = orderNumber(order.id);
  return {
    subject: `Your order ${number}`,
    heading: 'Thank you for your order.',
    blocks: [
      {
        type: 'text',
        text: `Hello ${order.firstName}, your payment has arrived. Next we pack your order ${number} with care.`,
      },
      itemsOf(order, origin),
      {
        type: 'rows',
        rows: [
          ...amountsOf(order),
          { label: 'Order number', value: number },
          { label: 'We send it to', value: postalAddress(order) },
        ],
      },
      ...tracking(order, origin),
    ],
  };
};

/** Tells the buyer that the parcel left, and how to follow it. */
export const orderShippedLetter = (order: Order, origin: string): LetterContent => {
  const number = orderNumber(order.id);
  const { carrier, trackingNumber } = order;
  const rows: LabelledValue[] = [
    ...(carrier && carrier !== 'other' ? [{ label: 'Carrier', value: CARRIER_NAMES[carrier] }] : []),
    ...(trackingNumber
      ? [{ label: 'Tracking number', value: trackingNumber, url: trackingUrl(carrier, trackingNumber) }]
      : []),
    { label: 'Order number', value: number },
    { label: 'On its way to', value: postalAddress(order) },
  ];
  return {
    subject: `Your order ${number} is on its way`,
    heading: 'Your order is on its way.',
    blocks: [
      { type: 'text', text: `Hello ${order.firstName}, your parcel has left us.` },
      itemsOf({ ...order, items: order.items.filter((item) => !isTakenBack(order, item)) }, origin),
      { type: 'rows', rows },
      ...tracking(order, origin),
    ],
  };
};

/** Tells the buyer that money goes back to the card. */
export const refundLetter = (order: Order, amountCents: number): LetterContent => {
  const number = orderNumber(order.id);
  return {
    subject: `Refund of ${money(amountCents)} for your order ${number}`,
    heading: `We refunded ${money(amountCents)}.`,
    blocks: [
      {
        type: 'text',
        text:
          `Hello ${order.firstName}, we sent ${money(amountCents)} of your order ${number} back to the card that paid it. ` +
          'Your bank may need a few days to show it.',
      },
    ],
  };
};

/** Tells whoever asked for it that a geode goes on sale within the hour. */
export const saleReminderLetter = ({ id, title, availableFrom }: Opening, origin: string): LetterContent => ({
  subject: `On sale within the hour: ${title}`,
  heading: `${title} goes on sale within the hour.`,
  blocks: [
    { type: 'text', text: `You can buy it from ${saleTimeText(availableFrom)} on. Until then nobody can.` },
    { type: 'link', label: 'See the stone', url: geodePageUrl(id, origin) },
    { type: 'text', text: 'You asked us for this letter. It is the only one about this stone.' },
  ],
});
