import { Inject, Injectable } from '@nestjs/common';
import { geodesInNote } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import type { SquarePayment } from '../square/square-payment.js';

const TIMEOUT_MS = 5_000;
/** The reader of the panel needs no more. */
const MAX_NOTE = 1_000;

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
    const named = geodesInNote(note);
    if (named.length === 0) return note;
    const command = { references: named, squarePaymentId: id };
    const { geodes: stones } = await this.bus.call('catalog.withdraw-geodes', command, { timeoutMs: TIMEOUT_MS });
    if (stones.length === 0) return note;
    return `${note} (${stones.map(({ title }) => title).join(', ')})`.slice(0, MAX_NOTE);
  }
}
