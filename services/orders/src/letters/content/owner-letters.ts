import { geodePageUrl, orderNumber, type PaymentDifference } from '@geodes/contracts';
import type { Order } from '../../orders/order.entity.js';
import type { AskedQuestion } from '../letter.entity.js';
import { amountsOf, itemsOf } from './buyer-letters.js';
import { type Block, type LetterContent, money } from './content.js';

const panelLink = (origin: string): Block => ({ type: 'link', label: 'Open the panel', url: `${origin}/admin` });

/** Announces a paid order to the owner. */
export const newOrderLetter = (order: Order, origin: string): LetterContent => {
  const number = orderNumber(order.id);
  return {
    subject: `New order ${number}: ${money(order.totalCents)}`,
    heading: `New order ${number}`,
    blocks: [
      { type: 'text', text: 'It is paid and waits to be packed.' },
      itemsOf(order, origin),
      { type: 'rows', rows: amountsOf(order) },
      panelLink(origin),
    ],
  };
};

/** Asks the owner to look at a payment that differs from Square's. */
export const paymentReviewLetter = (difference: PaymentDifference, origin: string): LetterContent => ({
  subject: 'A payment needs a look',
  heading: 'A payment needs a look.',
  blocks: [
    { type: 'text', text: difference.text },
    ...(difference.advice ? [{ type: 'text' as const, text: difference.advice }] : []),
    {
      type: 'rows',
      rows: [
        { label: 'Amount at Square', value: money(difference.amountCents) },
        ...(difference.orderId ? [{ label: 'Order', value: orderNumber(difference.orderId) }] : []),
        ...(difference.squarePaymentId ? [{ label: 'Payment at Square', value: difference.squarePaymentId }] : []),
      ],
    },
    panelLink(origin),
  ],
});

/** Passes a buyer's question on. The owner replies to the letter. */
export const questionLetter = (asked: AskedQuestion, origin: string): LetterContent => ({
  subject: `A question about ${asked.title}`,
  heading: `A question about ${asked.title}`,
  blocks: [
    { type: 'text', text: `${asked.name} (${asked.email}) asks:` },
    { type: 'quote', text: asked.question },
    { type: 'link', label: 'See the stone', url: geodePageUrl(asked.geodeId, origin) },
    { type: 'text', text: 'Reply to this email, and your words go straight to them.' },
  ],
});

/** Shows the owner the code that `npm run ops -- ready-for-trade` asks for. */
export const testLetter = (code: string): LetterContent => ({
  subject: 'Test letter of your shop',
  heading: 'Letters of your shop reach you.',
  blocks: [
    { type: 'text', text: 'The check before real trade asks for the code in this letter:' },
    { type: 'rows', rows: [{ label: 'Code', value: code }] },
  ],
});
