import type { BuyerField } from './buyer-form.js';

/** The states, districts, territories and military regions that the US Postal Service delivers to, with its codes. */
export const US_STATES: Readonly<Record<string, string>> = {
  Alabama: 'AL',
  Alaska: 'AK',
  'American Samoa': 'AS',
  Arizona: 'AZ',
  Arkansas: 'AR',
  'Armed Forces Americas': 'AA',
  'Armed Forces Europe': 'AE',
  'Armed Forces Pacific': 'AP',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  'District of Columbia': 'DC',
  Florida: 'FL',
  Georgia: 'GA',
  Guam: 'GU',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  'Northern Mariana Islands': 'MP',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Pennsylvania: 'PA',
  'Puerto Rico': 'PR',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  'U.S. Virgin Islands': 'VI',
  Utah: 'UT',
  Vermont: 'VT',
  Virginia: 'VA',
  Washington: 'WA',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
};

/** Compares letters only, so that `new  york`, `D.C.` and `U.S. Virgin Islands` match however they are typed. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const codes = new Map(
  Object.entries(US_STATES).flatMap(([name, code]) => [name, code].map((word) => [lettersOf(word), code])),
);

/** Returns the two-letter code of a state that is typed as name or code; undefined if there is no such state. */
export const usStateCode = (text: string): string | undefined => codes.get(lettersOf(text));

const ZIP = /^\d{5}(-?\d{4})?$/;

/** Returns a question about an unlikely value of a shipping field. The buyer may keep it: the shop accepts any text. */
export const addressQuestion = (field: BuyerField, typed: string): string | undefined => {
  const text = typed.trim();
  if (field === 'state' && usStateCode(text) === undefined)
    return `We do not know “${text}” as a US state. Please check it, or continue to keep it.`;
  if (field === 'zipCode' && !ZIP.test(text))
    return `A US zip code has five digits. Please check “${text}”, or continue to keep it.`;
  return undefined;
};
