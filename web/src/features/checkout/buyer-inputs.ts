import type { InputHTMLAttributes } from 'react';
import type { BuyerField } from './buyer-form.js';

interface BuyerInput extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'type' | 'list'
> {
  label: string;
  /** What the shop accepts; it counts both lines of the address and the comma between them. */
  maxLength: number;
}

/** The inputs of the shipping form. They are not in `buyer-form.ts`, which every page loads. */
export const buyerInputs: Record<BuyerField, BuyerInput> = {
  email: { label: 'Email', maxLength: 254, autoComplete: 'email', type: 'email' },
  firstName: { label: 'First name', maxLength: 100, autoComplete: 'given-name' },
  lastName: { label: 'Last name', maxLength: 100, autoComplete: 'family-name' },
  address: { label: 'Address', maxLength: 150, autoComplete: 'address-line1' },
  apartment: { label: 'Apartment or suite', maxLength: 48, autoComplete: 'address-line2' },
  city: { label: 'City', maxLength: 100, autoComplete: 'address-level2' },
  state: { label: 'State', maxLength: 100, autoComplete: 'address-level1', list: 'us-states' },
  zipCode: { label: 'Zip code', maxLength: 20, autoComplete: 'postal-code', inputMode: 'numeric' },
  phone: { label: 'Phone', maxLength: 40, autoComplete: 'tel', type: 'tel' },
};

/** Returns the message that asks for a missing field. */
export const missingFieldText = (field: BuyerField): string =>
  `Please fill in your ${buyerInputs[field].label.toLowerCase()}.`;
