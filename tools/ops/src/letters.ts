import type { LetterList } from '@geodes/contracts';
import { type Print, formatLocalTime, formatTable } from './print.js';
import type { Shop } from './shop.js';

const MAX_LISTED = 500;
const MAX_REASON = 60;

/** Prints letters that failed or were tried in vain. */
export const listLetters = async (shop: Shop, print: Print): Promise<void> => {
  const list = await shop.call('orders.list-letters', { limit: MAX_LISTED });
  print(list, formatLetters(list));
};

/** Sends one letter again, or without an id all that failed or had no mail server. */
export const retryLetters = async (shop: Shop, id: string | undefined, print: Print): Promise<void> => {
  const reply = await shop.call('orders.retry-letter', { ...(id && { id }) });
  print(reply, `Tried again: ${reply.retried}. Look with npm run ops -- letters`);
};

const formatLetters = ({ letters, counts, hasMailServer }: LetterList): string => {
  const table = formatTable(
    ['id', 'letter', 'order', 'state', 'since', 'tries', 'why'],
    letters.map(({ id, kind, orderNumber, state, createdAt, tries, lastError }) => [
      id,
      kind,
      orderNumber ?? '',
      state,
      formatLocalTime(createdAt),
      tries,
      lastError?.slice(0, MAX_REASON) ?? '',
    ]),
  );
  const total = `${counts.failed} failed, ${counts.waiting} waiting, ${counts.off} written without a mail server.`;
  const server = hasMailServer ? '' : ' No mail server is set up: SMTP_URL is unset.';
  return (letters.length > 0 ? `${table}\n` : '') + total + server;
};
