import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PRIVATE_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];

/** Parses an IP address; an IPv4 address in IPv6 form, as IPv6 sockets show it, as IPv4. Undefined for other text. */
const parse = (address: string) => (isIP(address) === 0 ? undefined : ipaddr.process(address));

/** Returns the first groups of an IPv6 address, without leading zeros; undefined for other addresses. */
const prefixOf = (address: string, groups: number): string | undefined => {
  const ip = parse(address);
  if (!(ip instanceof ipaddr.IPv6)) return undefined;
  return ip.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':');
};

/** True for loopback, link-local and private IP addresses. */
export const isPrivateAddress = (address: string): boolean => PRIVATE_RANGES.includes(parse(address)?.range() ?? '');

/**
 * Returns the key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address. A provider gives each
 * customer at least a /64 (RFC 6177), so another address in it must not reset the count.
 */
export const addressKey = (address: string): string => {
  const prefix = prefixOf(address, 4);
  return prefix === undefined ? (parse(address)?.toString() ?? address) : `${prefix}::/64`;
};

/** Returns the /48 of an IPv6 address, which one site may have (RFC 6177); undefined for IPv4. */
export const siteKey = (address: string): string | undefined => {
  const prefix = prefixOf(address, 3);
  return prefix === undefined ? undefined : `${prefix}::/48`;
};
