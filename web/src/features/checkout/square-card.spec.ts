import { drawCardForm, internationalPhone, verificationDetails } from './square-card.js';

const buyer = {
  email: 'demo@example.com',
  firstName: 'Demo',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'Iowa',
  zipCode: '52632',
  phone: '(319) 555-0100 ext. 4',
};

it('sends the state as its code and the phone number as + and digits', () => {
  expect(verificationDetails(buyer, '129.00')).toEqual({
    amount: '129.00',
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: 'Demo',
      familyName: 'Buyer',
      email: 'demo@example.com',
      phone: '+13195550100',
      addressLines: ['1 Main Street'],
      city: 'Keokuk',
      state: 'IA',
      postalCode: '52632',
      countryCode: 'US',
    },
  });
});

it.each([
  ['an unknown state', { state: 'Bavaria' }, 'state'],
  ['a phone number that is none', { phone: 'after six, please' }, 'phone'],
  ['no phone number', { phone: undefined }, 'phone'],
])('leaves %s out', (_, change, field) => {
  expect(verificationDetails({ ...buyer, ...change }, '129.00').billingContact).not.toHaveProperty(field);
});

it.each([
  ['319.555.0100', '+13195550100'],
  ['1 319 555 0100', '+13195550100'],
  ['+1 (319) 555-0100 x12', '+13195550100'],
  ['+44 20 7946 0018', '+442079460018'],
  ['319-555-0100 #4', '+13195550100'],
  ['555-0100', undefined],
  ['+0 319 555 0100', undefined],
  ['319-555-0100 or 319-555-0199', undefined],
])('reads the phone number %s as %s', (text, phone) => {
  expect(internationalPhone(text)).toBe(phone);
});

it.each(['applicationId', 'locationId', 'scriptUrl'])('draws no card form without the setting %s', async (missing) => {
  const square = { applicationId: 'sandbox-sq0idb-1', locationId: 'L1', scriptUrl: 'https://example.com/square.js' };
  const config = { square: { ...square, [missing]: '' } };
  await expect(drawCardForm(config as never, {} as never, {} as never)).rejects.toThrow(
    'payment configuration is missing',
  );
});
