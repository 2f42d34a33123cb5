import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets everything else on the machine go first. On Linux a priority belongs to a thread, and new ones inherit it: so it
 * is set for those there are. Where it cannot be set the seed runs as it is.
 */
export function giveWay(): void {
  const lowest = (thread: number) => {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // a thread that ended meanwhile, or a system that does not allow it
    }
  };
  lowest(0);
  if (process.platform === 'linux') for (const thread of readdirSync('/proc/self/task')) lowest(Number(thread));
}
