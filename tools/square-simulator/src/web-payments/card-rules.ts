/**
 * What a card number, date, CVV and ZIP code may look like. The browser form imports this very file (compiled), so it
 * imports nothing itself, and what only that form uses is exported too.
 */
export type CardField = 'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode';
export type CardEntry = Record<CardField, string>;

export interface CardBrand {
  /** Square's name of it. */
  code: string;
  name: string;
  prefix: RegExp;
  lengths: readonly number[];
  /** Where the spaces go. */
  groups: readonly number[];
  cvvLength: 3 | 4;
}

const FOURS = [4, 4, 4, 4, 3] as const;

const BRANDS: readonly CardBrand[] = [
  {
    code: 'AMERICAN_EXPRESS',
    name: 'Amex',
    prefix: /^3[47]/,
    lengths: [15],
    groups: [4, 6, 5],
    cvvLength: 4,
  },
  {
    code: 'DISCOVER_DINERS',
    name: 'Diners Club',
    prefix: /^3(?:0[0-5]|[689])/,
    lengths: [14],
    groups: [4, 6, 4],
    cvvLength: 3,
  },
  { code: 'JCB', name: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [16], groups: FOURS, cvvLength: 3 },
  { code: 'VISA', name: 'Visa', prefix: /^4/, lengths: [16], groups: FOURS, cvvLength: 3 },
  {
    code: 'MASTERCARD',
    name: 'Mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvvLength: 3,
  },
  { code: 'DISCOVER', name: 'Discover', prefix: /^6(?:011|4[4-9]|5)/, lengths: [16], groups: FOURS, cvvLength: 3 },
  { code: 'CHINA_UNIONPAY', name: 'UnionPay', prefix: /^62/, lengths: [16, 17, 18, 19], groups: FOURS, cvvLength: 3 },
];

export const OTHER_BRAND: CardBrand = {
  code: 'OTHER_BRAND',
  name: '',
  prefix: /^/,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  groups: FOURS,
  cvvLength: 3,
};

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const brandOf = (cardNumber: string): CardBrand =>
  BRANDS.find(({ prefix }) => prefix.test(digitsOf(cardNumber))) ?? OTHER_BRAND;

/** The check digit that every card number ends with (ISO/IEC 7812-1). */
export const passesLuhn = (cardNumber: string): boolean => {
  const digits = [...digitsOf(cardNumber)].reverse().map(Number);
  if (digits.length === 0) return false;
  const sum = digits.reduce((total, digit, place) => {
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
};

/** `4111111111111111` → `4111 1111 1111 1111`; digits beyond the brand's longest number are dropped. */
export const formatCardNumber = (text: string): string => {
  const brand = brandOf(text);
  let rest = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const parts: string[] = [];
  for (const size of brand.groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
};

/** `1230` → `12/30`, `4` → `04/`, `12/2030` (as browsers fill it in) → `12/30`. */
export const formatExpirationDate = (text: string): string => {
  const filled = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text);
  if (filled) return `${filled[1]?.padStart(2, '0')}/${filled[2]}`;
  const separated = /^\s*(\d)\s*\/\s*$/.exec(text);
  if (separated) return `0${separated[1]}/`;
  const digits = digitsOf(text);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)}/${padded.slice(2, 4)}`;
};

/** Undefined for what is not MM/YY. */
export const parseExpirationDate = (text: string): { month: number; year: number } | undefined => {
  const parts = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text);
  return parts ? { month: Number(parts[1]), year: 2000 + Number(parts[2]) } : undefined;
};

/** What is wrong with a field, in words; undefined when it can be charged. A card is good to the end of its month. */
export const problemWith = (field: CardField, entry: CardEntry, now: Date): string | undefined => {
  const value = entry[field].trim();
  const brand = brandOf(entry.cardNumber);
  switch (field) {
    case 'cardNumber': {
      const { length } = digitsOf(value);
      if (length === 0) return 'Enter the card number.';
      if (length < Math.min(...brand.lengths)) return 'The card number is incomplete.';
      return brand.lengths.includes(length) && passesLuhn(value) ? undefined : 'This card number is not valid.';
    }
    case 'expirationDate': {
      if (value === '') return 'Enter the expiration date.';
      const date = parseExpirationDate(value);
      if (!date) return 'Enter the expiration date as MM/YY.';
      const isOver = date.year * 12 + date.month < now.getFullYear() * 12 + now.getMonth() + 1;
      return isOver ? 'This card has expired.' : undefined;
    }
    case 'cvv':
      if (value === '') return 'Enter the CVV.';
      return /^\d+$/.test(value) && value.length === brand.cvvLength
        ? undefined
        : `The CVV of this card has ${brand.cvvLength} digits.`;
    case 'postalCode':
      if (value === '') return 'Enter the ZIP code.';
      return /^[A-Za-z0-9][A-Za-z0-9 -]{1,8}[A-Za-z0-9]$/.test(value) ? undefined : 'This ZIP code is not valid.';
  }
};

export const CARD_FIELDS: readonly CardField[] = ['cardNumber', 'expirationDate', 'cvv', 'postalCode'];

export interface CardProblem {
  field: CardField;
  message: string;
}

export const problemsWith = (entry: CardEntry, now: Date): CardProblem[] =>
  CARD_FIELDS.flatMap((field) => {
    const message = problemWith(field, entry, now);
    return message ? [{ field, message }] : [];
  });
