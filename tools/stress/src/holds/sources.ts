import type { Random } from '@geodes/testing';

/** Where the requests of an attack come from: an IP address for each browser. */
export type Source = (random: Random) => string;

const hex = (random: Random): string => (1 + random.below(0xffff)).toString(16);

export const oneAddress: Source = () => '192.0.2.66';
export const one64: Source = (random) => `2001:db8:64:1::${hex(random)}:${hex(random)}`;
export const one48: Source = (random) => `2001:db8:48:${hex(random)}::${hex(random)}`;
export const manyAddresses =
  (count: number): Source =>
  (random) =>
    `100.64.0.${1 + random.below(count)}`;

/** Each honest buyer has an address of their own. */
export const addressOfBuyer = (index: number): string => `198.51.100.${index + 1}`;
