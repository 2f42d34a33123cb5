/** Of a stone's id; among 10,000 stones two share it once in 100 shops. */
const REFERENCE_LENGTH = 8;
const STONES = /; stones ((?:[0-9a-f]{8} ?)+)$/;

/**
 * What Square writes beside a payment, at most 500 characters: the order, and its stones by the first digits of their ids.
 * It is all that is left of an order whose books are lost, so that its stones are not sold a second time.
 */
export const paymentNote = (orderNumber: string, geodeIds: readonly string[]): string => {
  const stones = geodeIds.map((id) => id.slice(0, REFERENCE_LENGTH).toLowerCase()).join(' ');
  return `Midwest Geodes order ${orderNumber}; stones ${stones}`;
};

/** The stones that a note names, by the first digits of their ids; none where it was not written by `paymentNote`. */
export const geodesInNote = (note: string | null | undefined): string[] =>
  STONES.exec(note ?? '')?.[1]
    ?.split(' ')
    .filter(Boolean) ?? [];
