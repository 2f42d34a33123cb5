import type { OpenHold, OpenHolds } from '@geodes/contracts';

/** Which hold has a geode: of several the one that ends first. */
export const holdsByGeode = (holds: OpenHolds | undefined): ReadonlyMap<string, OpenHold> => {
  const found = new Map<string, OpenHold>();
  for (const hold of holds?.holds ?? []) for (const id of hold.geodeIds) if (!found.has(id)) found.set(id, hold);
  return found;
};
