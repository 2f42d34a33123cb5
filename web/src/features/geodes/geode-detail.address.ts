import { stateFields, STAYING } from '../../app/staying.js';

/**
 * History state of an address that was reached by opening a geode from a list on this site: closing the dialog then goes
 * back in history instead of adding to it.
 */
export const OPENED_HERE = { ...STAYING, openedHere: true } as const;

export const wasOpenedHere = (state: unknown): boolean => stateFields(state).openedHere === true;
