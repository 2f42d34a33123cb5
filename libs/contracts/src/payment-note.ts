/** Characters of a geode id. With 10,000 geodes the chance of any collision is about 1%. */
const REFERENCE_LENGTH = 8;
const GEODES_PATTERN = /; stones ((?:[0-9a-f]{8} ?)+)$/;

/**
 * Builds the note of a Square payment, at most 500 characters: the order number and the first digits of its geode ids.
 * If the shop loses an order's records, the note shows which geodes must not be sold again.
 */
export const paymentNote = (orderNumber: string, geodeIds: readonly string[]): string => {
  const references = geodeIds.map((id) => id.slice(0, REFERENCE_LENGTH).toLowerCase()).join(' ');
  return `Midwest Geodes order ${orderNumber}; stones ${references}`;
};

/** Reads the first digits of the geode ids from a note; returns none if `paymentNote` did not write it. */
export const geodesInNote = (note: string | null | undefined): string[] =>
  GEODES_PATTERN.exec(note ?? '')?.[1]
    ?.split(' ')
    .filter(Boolean) ?? [];
