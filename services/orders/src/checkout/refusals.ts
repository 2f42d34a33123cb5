import { dollars, type FieldError, ORDER_TOO_LARGE } from '@geodes/contracts';
import type { Refusal } from './checkout-attempt.entity.js';

/** What a buyer is told when nothing was charged. Only said once that is known. */
export const notCompleted = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message: 'Your payment could not be completed and your card was not charged. Please try again.',
});

/** Where something was charged although the attempt was given up, and has gone back. */
export const givenBack = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message: 'Your payment could not be completed. What was charged to your card is refunded in full. Please try again.',
});

export const tooMuch = (): Refusal => ({
  code: 'BAD_REQUEST',
  message: ORDER_TOO_LARGE,
  details: [{ field: 'items', reason: ORDER_TOO_LARGE }] satisfies FieldError[],
});

/** Square refuses the shop, not the card. The key is free: sent again, it begins another attempt. */
export const notTaken = (): Refusal => ({
  code: 'UNAVAILABLE',
  message: 'We could not take the payment. Nothing was charged.',
});

/** Charged for an attempt that was given up, and Square does not refund it: the owner is alerted. */
export const owed = (): Refusal => ({
  code: 'PAYMENT_NOT_COMPLETED',
  message:
    'Your payment could not be completed. Your card was charged, and the refund has not gone through yet. We know of it and will return your money.',
});

export const declined = (message: string): Refusal => ({ code: 'PAYMENT_DECLINED', message });

export const totalChanged = (totalCents: number, discountCents: number): Refusal => ({
  code: 'TOTAL_CHANGED',
  message: `The total of your order is now $${dollars(totalCents)}. Nothing was charged. Please look at your cart and try again.`,
  details: { total: dollars(totalCents), discount: dollars(discountCents) },
});
