import { dollars, type PaymentDifference } from '@geodes/contracts';
import type { Difference } from './difference.entity.js';

type Described = Pick<Difference, 'kind' | 'amountCents' | 'currency' | 'expectedCents' | 'note'>;

/** Returns the text of a difference, and advice for the owner: null if there is nothing to do. */
export const differenceText = (difference: Described): Pick<PaymentDifference, 'text' | 'advice'> => {
  const { kind, expectedCents, note } = difference;
  const amount = money(difference.amountCents, difference.currency);
  const squareText = note ? ` Square says: ${note}` : '';
  switch (kind) {
    case 'unknown-attempt':
      return {
        text: `Square has a payment of ${amount} with this shop’s mark that the shop’s books do not know, as after a restore from a backup.${note ? ` It says: ${note}.` : ''}`,
        advice:
          'Look it up in Square. If the buyer was charged, send what was paid for, or give the money back in Square; the shop never does so by itself.',
      };
    case 'amount':
      return {
        text: `Square has ${amount} for a payment that the shop asked ${expectedCents === null ? 'nothing' : money(expectedCents, 'USD')} for.`,
        advice: 'Compare the payment in Square with the order, and settle the difference with the buyer there.',
      };
    case 'not-captured':
      return {
        text: `The shop’s books say that ${amount} was charged; Square says that it was not.`,
        advice:
          'Do not send the order before you see the money in Square. If it is not there, ask the buyer to pay again.',
      };
    case 'missing':
      return {
        text: `Square does not know a payment of ${amount} that is in the shop’s books.`,
        advice:
          'Check that the shop is connected with the right Square account. Do not send the order before you see the money.',
      };
    case 'refund-failed':
      return {
        text: `Square could not give ${amount} back to the buyer.${squareText}`,
        advice:
          'Look at the payment in Square for the reason. The shop may try again for a day: mark this as seen, which ends that, before you give the money back to the buyer another way.',
      };
    case 'account-refused':
      return {
        text: `Square refused a request about a payment of ${amount} because of your Square account, not of the card.${squareText}`,
        advice:
          'Until that is mended, buyers hear that the payment could not be taken and nothing was charged, and refunds wait: do not make those in Square as well. Look at your account in Square, or ask whoever runs the shop to check its Square settings.',
      };
    case 'authorised':
      return repaired(`Square’s answer to an authorisation of ${amount} was lost. The shop has learnt of it.`);
    case 'captured':
      return repaired(`${amount} was captured without the shop hearing of it. The shop has learnt of it.`);
    case 'voided':
      return repaired(`An authorisation of ${amount} had ended in Square. The shop has taken note of it.`);
    case 'cancelled':
      return repaired(`An authorisation of ${amount} that no order stands for was voided. Nothing was charged.`);
    case 'refunded':
      return repaired(`The shop asked Square to give ${amount} back to the buyer, because no order stands for it.`);
  }
};

const repaired = (text: string) => ({ text, advice: null });

const money = (cents: number, currency: string): string =>
  currency === 'USD' ? `$${dollars(cents)}` : `${dollars(cents)} ${currency}`;
