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

export const toBuyerDetails = (form: BuyerForm): BuyerDetails => ({
  email: form.email.trim(),
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  address: [form.address.trim(), form.apartment.trim()].filter(Boolean).join(', '),
  city: form.city.trim(),
  state: form.state.trim(),
  zipCode: form.zipCode.trim(),
  ...(form.phone.trim() !== '' && { phone: form.phone.trim() }),
});

/** Returns name and postal address on one line. */
export const addressLine = ({ firstName, lastName, address, city, state, zipCode }: BuyerDetails): string =>
  `${firstName} ${lastName}, ${address}, ${city}, ${state} ${zipCode}`;
