import type { BuyerDetails } from '@geodes/contracts';
import { usStateCode } from './us-address.js';

const EXTENSION = /\s*(?:#|x|ext\.?|extension)\s*\d*\s*$/i;

/** A phone number as `+` and digits (E.164), without its extension; undefined if it is none. Without `+` it is one of the US. */
export const internationalPhone = (text: string): string | undefined => {
  const number = text.replace(EXTENSION, '').trim();
  const digits = number.replace(/\D/g, '');
  if (/[^\d\s()+./-]/.test(number)) return undefined;
  if (number.startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined;
};

/**
 * What Square's buyer verification is told. It refuses free text for a state or a phone number, and a payment without
 * them is still possible: what it would refuse is left out.
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
