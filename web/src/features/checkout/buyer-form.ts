import type { BuyerDetails } from '@geodes/contracts';
import { isEmailAddress } from '@geodes/contracts/email';

export const BUYER_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'address',
  'apartment',
  'city',
  'state',
  'zipCode',
  'phone',
] as const;
export type BuyerField = (typeof BUYER_FIELDS)[number];
/** The shipping form as typed. */
export type BuyerForm = Record<BuyerField, string>;

export const emptyBuyer: BuyerForm = {
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

export const buyerLabels: Record<BuyerField, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  apartment: 'Apartment or suite',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  phone: 'Phone',
};

export const isOptional = (field: BuyerField): boolean => field === 'apartment' || field === 'phone';

/** Returns the message that asks for a missing field. */
export const missingFieldText = (field: BuyerField): string =>
  `Please fill in your ${buyerLabels[field].toLowerCase()}.`;

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
