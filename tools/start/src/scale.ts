export const SCALABLE = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;
export type Scalable = (typeof SCALABLE)[number];
export type Scale = Record<Scalable, number>;

/** More on one machine is a typing error. */
const MAX_INSTANCES = 16;

/** Parses `gateway=2,orders=2`; unnamed services run once. Throws on an unknown name or a number outside 1 to 16. */
export function parseScale(text: string): Scale {
  const scale: Scale = { gateway: 1, catalog: 1, orders: 1, payments: 1, media: 1 };
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [, name, count] = /^([a-z-]+)\s*=\s*(\d{1,3})$/.exec(part) ?? [];
    if (!isScalable(name)) throw new Error(`"${part}" is not like orders=2; names are ${SCALABLE.join(', ')}`);
    if (Number(count) < 1 || Number(count) > MAX_INSTANCES)
      throw new Error(`${name} can run 1 to ${MAX_INSTANCES} times, not ${count}`);
    scale[name] = Number(count);
  }
  return scale;
}

/** Names the instances `orders`, `orders.2`, `orders.3`. */
export const instanceName = (kind: string, index: number): string => (index === 1 ? kind : `${kind}.${index}`);

const isScalable = (name: string | undefined): name is Scalable => SCALABLE.some((known) => known === name);
