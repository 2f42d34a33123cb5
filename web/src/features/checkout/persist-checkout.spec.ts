import { emptyBuyer, type BuyerForm } from './buyer-form.js';
import { toStoredCheckout } from './persist-checkout.js';

const buyer: BuyerForm = {
  email: 'alex@example.com',
  firstName: 'Alex',
  lastName: 'Miller',
  address: '1 Main Street',
  apartment: '',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
  phone: '',
};

it('restores the fields, the step and the geodes that were left out', () => {
  const kept = { buyer, step: 'payment', leftOut: ['agate'] };
  expect(toStoredCheckout(kept)).toEqual(kept);
});

it('restores Shipping instead of Payment while the form is incomplete', () => {
  expect(toStoredCheckout({ buyer: { ...buyer, city: ' ' }, step: 'payment' }).step).toBe('shipping');
  expect(toStoredCheckout({ buyer: { ...buyer, email: 'alex' }, step: 'payment' }).step).toBe('shipping');
});

it.each([null, 'text', [], { buyer: 'Alex', step: 'paid', leftOut: 'agate' }, { buyer: { email: 7 }, leftOut: [7] }])(
  'counts %j as an empty checkout',
  (stored) => expect(toStoredCheckout(stored)).toEqual({ buyer: emptyBuyer, step: null, leftOut: [] }),
);
