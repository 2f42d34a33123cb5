import { OfflineNotice } from '../../app/load-failure.js';
import { preloadable } from '../../ui/preloadable.js';
import { stateFields, KEEP_SCROLL } from '../../app/keep-scroll.js';

export const geodeDetail = preloadable(async () => (await import('./geode-detail.js')).GeodeDetail, {
  Waiting: OfflineNotice,
});

/**
 * History state of an address that was reached by opening a geode from a list on this site: closing the dialog then goes
 * back in history instead of adding to it.
 */
export const OPENED_HERE = { ...KEEP_SCROLL, openedHere: true } as const;

export const wasOpenedHere = (state: unknown): boolean => stateFields(state).openedHere === true;
