/**
 * What `card.tokenize` takes as verification details, from the types of @square/web-payments-sdk-types 1.84 and the samples
 * of developer.squareup.com/docs/web-payments/take-card-payment. The browser form imports this very file (compiled), so it
 * imports nothing itself.
 */
export interface VerificationProblem {
  type: 'INVALID_VERIFICATION_DETAILS';
  field: string;
  message: string;
}

type Rule = [field: string, isValid: (value: unknown) => boolean, message: string];

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isText = matches(/\S/);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isContact = (value: unknown): boolean => typeof value === 'object' && value !== null;

const REQUIRED: readonly Rule[] = [
  ['amount', matches(/^(?!0+(\.0+)?$)\d+(\.\d{1,2})?$/), 'is a decimal string above zero, as "129.00"'],
  ['currencyCode', matches(/^[A-Z]{3}$/), 'is an ISO 4217 code, as USD'],
  ['intent', matches(/^CHARGE(_AND_STORE)?$/), 'is CHARGE or CHARGE_AND_STORE'],
  ['customerInitiated', isBoolean, 'is true or false'],
  ['sellerKeyedIn', isBoolean, 'is true or false'],
  ['billingContact', isContact, 'is an object'],
];
const CONTACT: readonly Rule[] = [
  ['givenName', isText, 'is a name'],
  ['familyName', isText, 'is a name'],
  ['email', matches(/^\S+@\S+$/), 'is an email address'],
  ['phone', matches(/^\+?[1-9]\d{6,14}$/), 'is digits, with + in front of a country code'],
  ['addressLines', (value) => Array.isArray(value) && value.every(isText), 'is a list of lines'],
  ['city', isText, 'is a name'],
  ['state', isText, 'is a code'],
  ['postalCode', isText, 'is a postal code'],
  ['countryCode', matches(/^[A-Z]{2}$/), 'is an ISO 3166 code of two letters'],
];
const US_STATE: Rule = ['state', matches(/^[A-Z]{2}$/), 'is a code of two letters in the US'];

const faultsIn = (given: object, rules: readonly Rule[], prefix = ''): VerificationProblem[] => {
  const values = given as Record<string, unknown>;
  const known = rules.filter(([field, isValid]) => field in values && !isValid(values[field]));
  const unknown = Object.keys(values).filter((field) => !rules.some(([name]) => name === field));
  return [...known, ...unknown.map((field): Rule => [field, () => false, 'is unknown'])].map(([name, , message]) => ({
    type: 'INVALID_VERIFICATION_DETAILS',
    field: prefix + name,
    message: `${prefix}${name} ${message}.`,
  }));
};

/** Returns the errors of the details; empty if Square would accept them. */
export const verificationProblems = (details: object): VerificationProblem[] => {
  const all = { ...Object.fromEntries(REQUIRED.map(([field]) => [field, undefined])), ...details };
  const { billingContact } = all as { billingContact?: unknown };
  if (!isContact(billingContact)) return faultsIn(all, REQUIRED);
  const contact = billingContact as { countryCode?: string };
  const rules = contact.countryCode === 'US' ? [...CONTACT.filter(([field]) => field !== 'state'), US_STATE] : CONTACT;
  return [...faultsIn(all, REQUIRED), ...faultsIn(contact, rules, 'billingContact.')];
};
