import { BlockList, isIP } from 'node:net';

const privateAddresses = new BlockList();
for (const [block, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateAddresses.addSubnet(block, bits, 'ipv4');
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Turns ::ffff:a.b.c.d, the form in which an IPv6 socket shows an IPv4 address, into a.b.c.d. */
const unmap = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** True for loopback, link-local and private IP addresses. */
export const isPrivateAddress = (address: string): boolean => {
  const plain = unmap(address);
  const family = isIP(plain);
  return family !== 0 && privateAddresses.check(plain, family === 4 ? 'ipv4' : 'ipv6');
};

/** Splits an IPv6 address into its eight groups, without its zone. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(missing).fill('0'), ...right];
};

/** Returns the first groups of an IPv6 address, without leading zeros. */
const prefixOf = (address: string, groups: number): string =>
  groupsOf(address)
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');

/**
 * Returns the key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address. A provider gives each
 * customer at least a /64 (RFC 6177), so another address in it must not reset the count.
 */
export const addressKey = (address: string): string => {
  const plain = unmap(address);
  return isIP(plain) === 6 ? `${prefixOf(plain, 4)}::/64` : plain;
};

/** Returns the /48 of an IPv6 address, which one site may have (RFC 6177); undefined for IPv4. */
export const siteKey = (address: string): string | undefined => {
  const plain = unmap(address);
  return isIP(plain) === 6 ? `${prefixOf(plain, 3)}::/48` : undefined;
};
