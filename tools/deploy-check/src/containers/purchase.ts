import type { Geode, GeodePage, LookupOrder, PlacedOrder } from '@geodes/contracts';
import { bodyOf, demoOrder, eventually, send, ShopClient } from '@geodes/testing';

/** Some geode that is on sale. */
export const geodeOnSale = (gateway: string, limitMs: number): Promise<Geode> =>
  eventually(
    'a geode on sale',
    async () => {
      const { geodes } = bodyOf<GeodePage>(await send('GET', `${gateway}/api/geodes?limit=100`));
      return geodes.find(({ availability }) => availability === 'available');
    },
    limitMs,
    500,
  );

/** Buys a geode as a plain HTTP client does. Throws unless the response is a paid order that is found again. */
export const buyGeode = async (gateway: string, { id }: Geode): Promise<PlacedOrder> => {
  const client = new ShopClient([gateway]);
  const sent = demoOrder([id]);
  const { status, said, order } = await client.order(sent);
  if (status !== 201 || order?.status !== 'paid') throw new Error(`The response to the order was ${status} ${said}`);
  const [kept] = await client.call<LookupOrder[]>('GET', `/api/orders/lookup?email=${encodeURIComponent(sent.email)}`);
  if (kept?.total !== order.total) throw new Error(`The order was not found again: ${JSON.stringify(kept)}`);
  const isSold = async () => (await client.call<Geode>('GET', `/api/geodes/${id}`)).availability === 'sold';
  await eventually('the geode is sold', isSold, 15_000, 500);
  return order;
};
