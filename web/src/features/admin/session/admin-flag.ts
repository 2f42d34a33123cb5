import { readStored, writeStored } from '../../../app/browser-storage.js';

const FLAG = 'admin_authenticated';

/** Whether this browser believes that the owner is logged in. The server alone knows. */
export const hasAdminFlag = (): boolean => readStored('localStorage', FLAG) === true;
export const setAdminFlag = (): void => writeStored('localStorage', FLAG, true);
export const removeAdminFlag = (): void => writeStored('localStorage', FLAG, null);
