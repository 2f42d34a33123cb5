import { Inject, Injectable } from '@nestjs/common';
import { stonesInNote } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import type { SquarePayment } from '../square/square-payment.js';

const LIMIT_MS = 5_000;
/** The reader of the panel needs no more. */
const LONGEST_NOTE = 1_000;

/** Orders that Square has the payment of and the shop's books do not know. */
@Injectable()
export class LostOrders {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  /**
   * Takes the stones that the note of this payment names off sale, so that nobody buys them a second time, and returns the note
   * with their titles. Throws UNAVAILABLE where the catalogue does not answer: then nothing was told yet, and the next comparison
   * does it.
   */
  async withdrawStones({ id, note }: Pick<SquarePayment, 'id' | 'note'>): Promise<string | undefined> {
    const named = stonesInNote(note);
    if (named.length === 0) return note;
    const command = { stones: named, squarePaymentId: id };
    const { stones } = await this.bus.call('catalog.withdraw-stones', command, { timeoutMs: LIMIT_MS });
    if (stones.length === 0) return note;
    return `${note} (${stones.map(({ title }) => title).join(', ')})`.slice(0, LONGEST_NOTE);
  }
}
