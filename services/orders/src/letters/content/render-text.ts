import { type Block, type LetterContent, type LetterFooter, money } from './content.js';

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
