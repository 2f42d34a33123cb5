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

/** Asks for a missing field, in lowercase words. */
export const askFor = (field: BuyerField): string => `Please fill in your ${buyerLabels[field].toLowerCase()}.`;

/** The required fields that are missing, in the form's order. */
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

/** One line: to whom and where. */
export const addressLine = ({ firstName, lastName, address, city, state, zipCode }: BuyerDetails): string =>
  `${firstName} ${lastName}, ${address}, ${city}, ${state} ${zipCode}`;
