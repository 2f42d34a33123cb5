import { readStored, writeStored } from '../../../app/browser-storage.js';

const FLAG = 'admin_authenticated';

/** Returns whether the owner logged in with this browser. Only the server knows whether the session is still valid. */
export const hasAdminFlag = (): boolean => readStored('localStorage', FLAG) === true;
export const setAdminFlag = (): void => writeStored('localStorage', FLAG, true);
export const removeAdminFlag = (): void => writeStored('localStorage', FLAG, null);
