import { emptyBuyer, isEmail, missingFields, toBuyerDetails } from './buyer-form.js';
import { missingFieldText } from './buyer-inputs.js';

const filled = {
  email: ' alex@example.com ',
  firstName: 'Alex',
  lastName: 'Example',
  address: '12 Example Street',
  apartment: '',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  phone: '',
};

describe('the shipping form', () => {
  it('requires all fields but apartment and phone', () => {
    expect(missingFields(emptyBuyer)).toEqual([
      'email',
      'firstName',
      'lastName',
      'address',
      'city',
      'state',
      'zipCode',
    ]);
    expect(missingFields(filled)).toEqual([]);
  });
  it('treats blank fields as missing', () => {
    expect(missingFields({ ...filled, city: '   ' })).toEqual(['city']);
  });
  it('names the missing field in lower case', () => {
    expect(missingFieldText('zipCode')).toBe('Please fill in your zip code.');
    expect(missingFieldText('firstName')).toBe('Please fill in your first name.');
    expect(missingFieldText('email')).toBe('Please fill in your email.');
  });
  it('is sent trimmed, without an empty phone', () => {
    expect(toBuyerDetails(filled)).toEqual({
      email: 'alex@example.com',
      firstName: 'Alex',
      lastName: 'Example',
      address: '12 Example Street',
      city: 'Springfield',
      state: 'IL',
      zipCode: '62701',
    });
    expect(toBuyerDetails({ ...filled, phone: ' 319 ' }).phone).toBe('319');
  });
  it('sends the apartment as part of the address', () => {
    expect(toBuyerDetails({ ...filled, apartment: ' Apt 4 ' }).address).toBe('12 Example Street, Apt 4');
  });
  it('accepts an email with surrounding blanks, by the rule of the server', () => {
    expect(isEmail(' alex@example.com ')).toBe(true);
    expect(isEmail('alex@example.c')).toBe(false);
  });
});
