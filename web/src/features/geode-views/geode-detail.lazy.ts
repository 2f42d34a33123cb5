import { lateDialog } from '../../app/late-part.js';
import { stateFields, KEEP_SCROLL } from '../../app/keep-scroll.js';

export const geodeDetail = lateDialog(async () => (await import('./geode-detail.js')).GeodeDetail);

/** History state of a geode opened from a list on this site. Closing the dialog then goes back to the list's entry. */
export const OPENED_HERE = { ...KEEP_SCROLL, openedHere: true } as const;

export const wasOpenedHere = (state: unknown): boolean => stateFields(state).openedHere === true;

/** Returns the id of the geode that the query of a URL opens. Ids are in lower case; the shop takes others too. */
export const openGeodeOf = (search: string): string | null =>
  new URLSearchParams(search).get('geode')?.toLowerCase() || null;
