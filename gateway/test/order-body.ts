import { KNOWN } from './stand-in-services.js';

export const buyerDetails = {
  email: ' Sam@Example.com ',
  firstName: 'Sam',
  lastName: 'Stone',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
  phone: '',
};
/** Body of POST /api/orders/square. */
export const body = { items: [{ geodeId: KNOWN.id, quantity: 1 }], paymentToken: 'cnon:card-nonce-ok', buyerDetails };
