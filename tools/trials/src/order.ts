import { randomUUID } from 'node:crypto';
import type { PlacedOrder } from '@geodes/contracts';

/** What a buyer sends: POST /api/orders/square with a key of his own. */
export interface Order {
  key: string;
  email: string;
  geodeIds: string[];
  body: string;
  /** He has the stones held before he pays, as the site does; a plain client just orders. */
  holdsFirst?: boolean;
}

export const newOrder = (geodeIds: string[], token = 'cnon:card-nonce-ok'): Order => {
  const key = randomUUID();
  const email = `trial-${key}@example.com`;
  const body = JSON.stringify({
    items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })),
    paymentToken: token,
    buyerDetails: {
      email,
      firstName: 'Demo',
      lastName: 'Buyer',
      address: '1 Main Street',
      city: 'Keokuk',
      state: 'IA',
      zipCode: '52632',
    },
  });
  return { key, email, geodeIds, body };
};

export const PATH = '/api/orders/square';
export const headersOf = ({ key }: Order) => ({ 'content-type': 'application/json', 'idempotency-key': key });

/** One answer; `status` is 0 for silence. */
export interface Answer {
  status: number;
  /** The error's code, or the order's status. */
  said: string;
  order?: PlacedOrder;
  /** From the moment at which the buyers were let go, milliseconds. */
  ms: number;
}

/** What a reply says, in one word; an answer that is no JSON is shown as it is. */
export const readAnswer = (status: number, text: string, ms: number): Answer => {
  try {
    const body = JSON.parse(text) as PlacedOrder & { code?: string };
    return { status, said: body.code ?? body.status, ms, ...(status < 300 ? { order: body } : {}) };
  } catch {
    return { status, said: text.slice(0, 100), ms };
  }
};
