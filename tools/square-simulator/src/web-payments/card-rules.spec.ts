import {
  brandOf,
  formatCardNumber,
  formatExpirationDate,
  parseExpirationDate,
  passesLuhn,
  problemsWith,
  problemWith,
  type CardEntry,
} from './card-rules.js';

const NOVEMBER_2026 = new Date(2026, 10, 21);
const good: CardEntry = { cardNumber: '4111 1111 1111 1111', expirationDate: '12/30', cvv: '111', postalCode: '62701' };
const withField = (field: keyof CardEntry, value: string): CardEntry => ({ ...good, [field]: value });

describe('a card number', () => {
  it.each([
    ['4111 1111 1111 1111', 'VISA'],
    ['4000 0000 0000 0002', 'VISA'],
    ['5105 1051 0510 5100', 'MASTERCARD'],
    ['2223 0000 1047 9399', 'MASTERCARD'],
    ['3400 000000 00009', 'AMERICAN_EXPRESS'],
    ['6011 0000 0000 0004', 'DISCOVER'],
    ['3000 000000 0004', 'DISCOVER_DINERS'],
    ['3569 9900 1009 5841', 'JCB'],
    ['6250 9410 0652 8599', 'CHINA_UNIONPAY'],
  ])('%s is taken, and known as %s', (number, brand) => {
    expect(passesLuhn(number)).toBe(true);
    expect(brandOf(number).code).toBe(brand);
    expect(problemWith('cardNumber', withField('cardNumber', number), NOVEMBER_2026)).toBeUndefined();
  });

  it.each([
    ['', 'Enter the card number.'],
    ['4111 1111', 'The card number is incomplete.'],
    ['4111 1111 1111 1112', 'This card number is not valid.'],
    ['4111 1111 1111 1110', 'This card number is not valid.'],
  ])('%j is refused in words', (number, message) => {
    expect(problemWith('cardNumber', withField('cardNumber', number), NOVEMBER_2026)).toBe(message);
  });

  it('fails the check digit when two adjacent digits are swapped', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398731')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });

  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['41111', '4111 1'],
    ['340000000000009', '3400 000000 00009'],
    ['4111-1111-1111-1111-999', '4111 1111 1111 1111'],
    ['', ''],
  ])('%s is written %s', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', '1'],
    ['4', '04/'],
    ['12', '12/'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['12/2030', '12/30'],
    ['1/', '01/'],
    ['1/30', '01/30'],
    ['12 / 30', '12/30'],
  ])('%s is written %s', (typed, shown) => {
    expect(formatExpirationDate(typed)).toBe(shown);
  });

  it('is a month and a year', () => {
    expect(parseExpirationDate('01/40')).toEqual({ month: 1, year: 2040 });
    expect(parseExpirationDate('13/30')).toBeUndefined();
    expect(parseExpirationDate('12/3')).toBeUndefined();
  });

  it('is valid to the end of its month', () => {
    expect(problemWith('expirationDate', withField('expirationDate', '11/26'), NOVEMBER_2026)).toBeUndefined();
    expect(problemWith('expirationDate', withField('expirationDate', '10/26'), NOVEMBER_2026)).toBe(
      'This card has expired.',
    );
  });
});

describe('the other fields', () => {
  it('wants four digits behind an American Express, three behind others', () => {
    const amex = { ...good, cardNumber: '3400 000000 00009', cvv: '111' };
    expect(problemWith('cvv', amex, NOVEMBER_2026)).toBe('The CVV of this card has 4 digits.');
    expect(problemWith('cvv', { ...amex, cvv: '1111' }, NOVEMBER_2026)).toBeUndefined();
    expect(problemWith('cvv', withField('cvv', '1111'), NOVEMBER_2026)).toBe('The CVV of this card has 3 digits.');
  });

  it.each(['62701', '62701-1234', 'K1A 0B1', '99999'])('takes the ZIP code %s', (code) => {
    expect(problemWith('postalCode', withField('postalCode', code), NOVEMBER_2026)).toBeUndefined();
  });

  it('names every field of an empty form', () => {
    const empty = { cardNumber: '', expirationDate: '', cvv: '', postalCode: '' };
    expect(problemsWith(empty, NOVEMBER_2026).map(({ field }) => field)).toEqual([
      'cardNumber',
      'expirationDate',
      'cvv',
      'postalCode',
    ]);
    expect(problemsWith(good, NOVEMBER_2026)).toEqual([]);
  });
});
