import { dollars, type FieldError, ORDER_TOO_LARGE } from '@geodes/contracts';
import type { Refusal } from './checkout-attempt.entity.js';

/** Only for attempts that are known to have charged nothing. */
export const notCompleted = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message: 'Your payment could not be completed and your card was not charged. Please try again.',
});

/** The card was charged although the attempt was given up, and the charge was refunded. */
export const refunded = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message: 'Your payment could not be completed. What was charged to your card is refunded in full. Please try again.',
});

/** The card was charged although the attempt was given up, and Square refuses the refund; an alert calls the owner. */
export const refundOverdue = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message:
    'Your payment could not be completed. Your card was charged, and the refund has not gone through yet. We know of it and will return your money.',
});

export const declined = (message: string): Refusal => ({ code: 'PAYMENT_DECLINED', message });

/** Square refuses the shop's account, not the card. */
export const paymentUnavailable = (): Refusal => ({
  code: 'UNAVAILABLE',
  message: 'We could not take the payment. Nothing was charged.',
});

export const orderTooLarge = (): Refusal => ({
  code: 'BAD_REQUEST',
  message: ORDER_TOO_LARGE,
  details: [{ field: 'items', reason: ORDER_TOO_LARGE }] satisfies FieldError[],
});

export const totalChanged = (totalCents: number, discountCents: number): Refusal => ({
  code: 'TOTAL_CHANGED',
  message: `The total of your order is now $${dollars(totalCents)}. Nothing was charged. Please look at your cart and try again.`,
  details: { total: dollars(totalCents), discount: dollars(discountCents) },
});
