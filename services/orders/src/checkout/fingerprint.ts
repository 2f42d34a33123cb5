import { createHash } from 'node:crypto';
import type { CreateOrderBody } from '@geodes/contracts';

/**
 * Hashes what a repeated Idempotency-Key must repeat: items, buyer and expected total. It leaves out the hold and the
 * payment token, because a reloaded card form creates a new token.
 */
export const fingerprint = ({ items, buyerDetails: b, expectedTotal }: CreateOrderBody): string => {
  const canonical = [
    items.map(({ geodeId, quantity }) => [geodeId.toLowerCase(), quantity]).sort(),
    [b.email, b.firstName, b.lastName, b.address, b.city, b.state, b.zipCode, b.phone ?? ''],
    expectedTotal ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
};
