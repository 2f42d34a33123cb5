import { verificationProblems } from './verification-rules.js';

const contact = {
  givenName: 'Demo',
  familyName: 'Buyer',
  email: 'demo@example.com',
  phone: '+13195550100',
  addressLines: ['1 Main Street'],
  city: 'Keokuk',
  state: 'IA',
  postalCode: '52632',
  countryCode: 'US',
};
const details = {
  amount: '129.00',
  currencyCode: 'USD',
  intent: 'CHARGE',
  customerInitiated: true,
  sellerKeyedIn: false,
  billingContact: contact,
};
const fields = (change: object): string[] => verificationProblems({ ...details, ...change }).map(({ field }) => field);
const contactFields = (change: object): string[] => fields({ billingContact: { ...contact, ...change } });

describe('verification details', () => {
  it('are accepted as Square documents them, also with an empty contact', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ billingContact: {} })).toEqual([]);
    expect(contactFields({ countryCode: 'GB', state: 'LND', phone: '3214563987' })).toEqual([]);
  });

  it('need every field', () => {
    expect(verificationProblems({}).map(({ field }) => field)).toEqual(Object.keys(details));
  });

  it.each([
    ['amount', { amount: '$129' }],
    ['amount', { amount: '0.00' }],
    ['amount', { amount: 129 }],
    ['currencyCode', { currencyCode: 'usd' }],
    ['intent', { intent: 'PAY' }],
    ['verifyBuyer', { verifyBuyer: true }],
  ])('are refused for %s in %j', (field, change) => {
    expect(fields(change)).toEqual([field]);
  });

  it.each([
    ['state', { state: 'Iowa' }],
    ['phone', { phone: '(319) 555-0100 ext. 4' }],
    ['phone', { phone: '' }],
    ['countryCode', { countryCode: 'USA' }],
    ['country', { country: 'US' }],
    ['email', { email: 'nobody' }],
    ['addressLines', { addressLines: '1 Main Street' }],
  ])('are refused for %s of the contact in %j', (field, change) => {
    expect(contactFields(change)).toEqual([`billingContact.${field}`]);
  });
});
