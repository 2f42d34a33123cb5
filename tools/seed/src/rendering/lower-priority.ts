import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** While nothing or little is on sale: only just behind the shop's own processes. */
export const FIRST_PICTURES = 5;
/** While people may be buying. */
export const FURTHER_PICTURES = constants.priority.PRIORITY_LOW;

/**
 * Lets others on the machine go first; `niceness` can only rise. On Linux it belongs to a thread, and new ones inherit
 * it: so it is set for all there are. Where it cannot be set the seed runs as it is.
 */
export function lowerPriority(niceness: number): void {
  const set = (thread: number) => {
    try {
      setPriority(thread, niceness);
    } catch {
      // a thread that ended meanwhile, or a system that does not allow it
    }
  };
  set(0);
  if (process.platform === 'linux') for (const thread of readdirSync('/proc/self/task')) set(Number(thread));
}
