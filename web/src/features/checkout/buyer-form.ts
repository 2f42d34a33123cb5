import type { BuyerDetails } from '@geodes/contracts';
import { isEmailAddress } from '@geodes/contracts/email';

/** The shipping form, its fields in order. */
export const emptyBuyer = {
  email: '',
  firstName: '',
  lastName: '',
  address: '',
  apartment: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
};
/** The shipping form as typed. */
export type BuyerForm = typeof emptyBuyer;
export type BuyerField = keyof BuyerForm;
export const BUYER_FIELDS = Object.keys(emptyBuyer) as BuyerField[];

export const isOptional = (field: BuyerField): boolean => field === 'apartment' || field === 'phone';

/** Returns the missing required fields, in form order. */
export const missingFields = (form: BuyerForm): BuyerField[] =>
  BUYER_FIELDS.filter((field) => !isOptional(field) && form[field].trim() === '');

export const isEmail = (text: string): boolean => isEmailAddress(text.trim());

export const toBuyerDetails = (form: BuyerForm): BuyerDetails => {
  const trimmed = Object.fromEntries(BUYER_FIELDS.map((field) => [field, form[field].trim()])) as BuyerForm;
  const { address, apartment, phone, ...rest } = trimmed;
  return { ...rest, address: [address, apartment].filter(Boolean).join(', '), ...(phone && { phone }) };
};

/** Returns name and postal address on one line. */
export const addressLine = ({ firstName, lastName, address, city, state, zipCode }: BuyerDetails): string =>
  `${firstName} ${lastName}, ${address}, ${city}, ${state} ${zipCode}`;
