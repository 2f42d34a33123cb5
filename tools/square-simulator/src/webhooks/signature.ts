import { createHmac } from 'node:crypto';

/** `x-square-hmacsha256-signature`: base64 of HMAC-SHA256 over the subscribed URL and the raw body. */
export const sign = (signatureKey: string, notificationUrl: string, body: string): string =>
  createHmac('sha256', signatureKey)
    .update(notificationUrl + body)
    .digest('base64');
