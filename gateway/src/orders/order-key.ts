import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { badRequest } from '@geodes/kit';

/** The namespace of order ids; arbitrary, but it must never change: keys would lead to other orders. */
const ORDER_NAMESPACE = '6f1d3f0a-8a54-4c0e-9a55-1f6f7c2b9e41';

export interface OrderKey {
  key: string;
  orderId: string;
}

/**
 * The Idempotency-Key of a checkout (1 to 255 printable ASCII characters) and the order id that follows from it.
 * Without the header each call is an attempt of its own. Throws BAD_REQUEST for a malformed key.
 */
export const orderKey = (header: string | undefined): OrderKey => {
  const key = header ?? randomUUID();
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw badRequest({ field: 'Idempotency-Key', reason: 'Idempotency-Key must be 1 to 255 printable characters.' });
  return { key, orderId: uuidv5(key, ORDER_NAMESPACE) };
};

/** How a buyer sees an order's id. */
export const orderNumber = (orderId: string): string => orderId.slice(-8).toUpperCase();
