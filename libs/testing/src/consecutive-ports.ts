import { claimPort, freePort, isPortFree } from '@geodes/servers';

const ATTEMPTS = 50;

/**
 * Finds the first of `count` free ports in a row: gateways of one shop, or the mail catcher's page and SMTP. Throws if
 * there are none.
 */
export const consecutivePorts = async (count: number, exclude: number[] = []): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await freePort(exclude);
    const next = Array.from({ length: count - 1 }, (_, index) => first + index + 1);
    const free = await Promise.all(next.map((port) => isPortFree(port)));
    if (free.every(Boolean) && next.every((port) => !exclude.includes(port) && claimPort(port))) return first;
  }
  throw new Error(`There are no ${count} consecutive free ports.`);
};
