import type { ShopDetails } from '@geodes/contracts';

/** A part of a letter, rendered as HTML and as text. */
export type Block =
  | { type: 'text'; text: string }
  /** Words of a buyer; line breaks stay. */
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
export type LetterFooter = ShopDetails & { contactEmail: string };

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,404.10` */
export const money = (cents: number): string => usd.format(cents / 100);

/** Renders a letter as plain text. */
export const renderText = ({ heading, blocks }: LetterContent, footer: LetterFooter): string =>
  [heading, ...blocks.map(blockText), footerText(footer)].join('\n\n') + '\n';

const blockText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'quote':
      return block.text.replaceAll(/^/gm, '> ');
    case 'link':
      return `${block.label}: ${block.url}`;
    case 'items':
      return block.items
        .map(({ title, quantity, sumCents }) => `${quantity > 1 ? `${quantity} × ` : ''}${title}, ${money(sumCents)}`)
        .join('\n');
    case 'rows':
      return block.rows
        .map(({ label, value, url }) => `${label}: ${value.replaceAll('\n', ', ')}${url ? `\n${url}` : ''}`)
        .join('\n');
  }
};

const footerText = ({ legalName, postalAddress, contactEmail, contactPhone }: LetterFooter): string =>
  ['-- ', legalName, postalAddress, contactEmail, contactPhone].filter(Boolean).join('\n');
