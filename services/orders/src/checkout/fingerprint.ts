import { createHash } from 'node:crypto';
import type { CreateOrderBody } from '@geodes/contracts';

/**
 * What the same key must come with again: items, buyer and expected total. The payment token and the hold are left
 * out, because a reloaded card form makes a new token.
 */
export const fingerprint = ({ items, buyerDetails: b, expectedTotal }: CreateOrderBody): string => {
  const canonical = [
    items.map(({ geodeId, quantity }) => [geodeId.toLowerCase(), quantity]).sort(),
    [b.email, b.firstName, b.lastName, b.address, b.city, b.state, b.zipCode, b.phone ?? ''],
    expectedTotal ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
};
