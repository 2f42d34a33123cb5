import { randomBytes } from 'node:crypto';
import type { BuyerDetails } from '@geodes/contracts';

/** What stands in place of a buyer. */
export interface AnonymousDetails extends Omit<BuyerDetails, 'phone'> {
  phone: null;
}

/**
 * One for all orders of a buyer: what was her first order stays it in the figures of sales, and her discount stays the
 * one of an address. Nothing leads from it back to her, and no mail reaches it (RFC 2606).
 */
export const anonymousBuyer = (): AnonymousDetails => ({
  email: `erased-${randomBytes(6).toString('hex')}@erased.invalid`,
  firstName: 'Erased',
  lastName: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: null,
});
