import { logFailure } from './log.js';

/** Values that a blocked or full storage refused, by storage and key: they last until the page is left. */
const refused = new Map<string, string>();

/** Reads the value under a key. Logs an unreadable value and returns null. */
export const readStored = (storage: 'localStorage' | 'sessionStorage', key: string): unknown => {
  try {
    const text = refused.get(`${storage} ${key}`) ?? globalThis[storage].getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    logFailure(`What is stored as ${key} cannot be read`, error);
    return null;
  }
};

/** Stores a value, or removes it if null. Never throws: the shop also works without browser storage. */
export const writeStored = (storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void => {
  refused.delete(`${storage} ${key}`);
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch (error) {
    if (value !== null) refused.set(`${storage} ${key}`, JSON.stringify(value));
    logFailure(`${key} cannot be stored`, error);
  }
};
