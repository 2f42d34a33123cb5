import { Injectable } from '@nestjs/common';
import { geodesInNote } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import type { SquarePayment } from '../square/square-payment.js';

const TIMEOUT_MS = 5_000;
const MAX_NOTE_LENGTH = 1_000;

/** Orders that were lost in a restore: Square has their payment, the shop has no record. */
@Injectable()
export class LostOrders {
  constructor(private readonly bus: Bus) {}

  /**
   * Withdraws the geodes named in the payment's note from sale, so that they are not sold twice. Returns the note with
   * their titles. Throws UNAVAILABLE if the catalogue does not respond; the next run retries.
   */
  async withdrawGeodes({ id, note }: Pick<SquarePayment, 'id' | 'note'>): Promise<string | undefined> {
    const named = geodesInNote(note);
    if (named.length === 0) return note;
    const command = { references: named, squarePaymentId: id };
    const { geodes } = await this.bus.call('catalog.withdraw-geodes', command, { timeoutMs: TIMEOUT_MS });
    if (geodes.length === 0) return note;
    return `${note} (${geodes.map(({ title }) => title).join(', ')})`.slice(0, MAX_NOTE_LENGTH);
  }
}
