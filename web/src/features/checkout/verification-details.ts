import type { BuyerDetails } from '@geodes/contracts';
import { usStateCode } from './us-address.js';

const EXTENSION = /\s*(?:#|x|ext\.?|extension)\s*\d*\s*$/i;

/**
 * Returns a phone number as `+` and digits (E.164) without its extension; undefined if it is invalid. Without `+` it
 * counts as a US number.
 */
export const internationalPhone = (text: string): string | undefined => {
  const number = text.replace(EXTENSION, '').trim();
  const digits = number.replace(/\D/g, '');
  if (/[^\d\s()+./-]/.test(number)) return undefined;
  if (number.startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined;
};

/**
 * Returns the details for Square's buyer verification. Square refuses free text for state and phone, but accepts
 * payments without them: invalid values are left out.
 */
export const verificationDetails = (buyer: BuyerDetails, total: string) => {
  const state = usStateCode(buyer.state);
  const phone = internationalPhone(buyer.phone ?? '');
  return {
    amount: total,
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: buyer.firstName,
      familyName: buyer.lastName,
      email: buyer.email,
      addressLines: [buyer.address],
      city: buyer.city,
      postalCode: buyer.zipCode,
      countryCode: 'US',
      ...(state && { state }),
      ...(phone && { phone }),
    },
  };
};
