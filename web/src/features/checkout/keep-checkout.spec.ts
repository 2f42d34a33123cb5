import { emptyBuyer, type BuyerForm } from './buyer-form.js';
import { keptCheckout } from './keep-checkout.js';

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

it('restores the fields, the step and what the buyer went on without', () => {
  const kept = { buyer, step: 'payment', leftOut: ['agate'] };
  expect(keptCheckout(kept)).toEqual(kept);
});

it('restores Shipping in place of Payment while the form is incomplete', () => {
  expect(keptCheckout({ buyer: { ...buyer, city: ' ' }, step: 'payment' }).step).toBe('shipping');
  expect(keptCheckout({ buyer: { ...buyer, email: 'alex' }, step: 'payment' }).step).toBe('shipping');
});

it.each([null, 'text', [], { buyer: 'Alex', step: 'paid', leftOut: 'agate' }, { buyer: { email: 7 }, leftOut: [7] }])(
  'counts %j as an empty checkout',
  (stored) => expect(keptCheckout(stored)).toEqual({ buyer: emptyBuyer, step: null, leftOut: [] }),
);
