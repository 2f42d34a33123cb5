import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Square signed this body for this address: base64 of the HMAC-SHA256 over the address and the raw body
 * (developer.squareup.com/docs/webhooks/step3validate). Takes the same time wherever a wrong signature differs.
 */
export const isSigned = (webhook: { body: Buffer; signature: string }, url: string, key: string): boolean => {
  if (!key) return false;
  const expected = createHmac('sha256', key).update(url).update(webhook.body).digest();
  const given = Buffer.from(webhook.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
