import { geodeAddress, type Opening, saleTimeText } from '@geodes/contracts';
import type { LetterContent } from './content.js';

/** Tells whoever asked for it that a geode goes on sale within the hour. */
export const saleReminderLetter = ({ id, title, availableFrom }: Opening, origin: string): LetterContent => ({
  subject: `On sale within the hour: ${title}`,
  heading: `${title} goes on sale within the hour.`,
  blocks: [
    { type: 'text', text: `You can buy it from ${saleTimeText(availableFrom)} on. Until then nobody can.` },
    { type: 'link', label: 'See the stone', url: geodeAddress(id, origin) },
    { type: 'text', text: 'You asked us for this letter. It is the only one about this stone.' },
  ],
});
