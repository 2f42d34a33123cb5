/** A part of a letter, rendered as HTML and as text. */
export type Block =
  | { type: 'text'; text: string }
  /** Words of a shopper; line breaks stay. */
  | { type: 'quote'; text: string }
  | { type: 'link'; label: string; url: string }
  | { type: 'items'; items: LetterItem[] }
  | { type: 'rows'; rows: LabelledValue[] };

export interface LetterItem {
  title: string;
  quantity: number;
  /** Of all units. */
  sumCents: number;
  /** Absolute URL. */
  pictureUrl: string | undefined;
}

/** A labelled value; line breaks stay. */
export interface LabelledValue {
  label: string;
  value: string;
  url?: string | null;
}

/** What a letter says, independent of its form. */
export interface LetterContent {
  subject: string;
  heading: string;
  blocks: Block[];
}

/** Who writes. */
export interface LetterFooter {
  legalName?: string;
  /** Lines. */
  postalAddress?: string;
  contactEmail: string;
  contactPhone?: string;
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,404.10` */
export const money = (cents: number): string => usd.format(cents / 100);
