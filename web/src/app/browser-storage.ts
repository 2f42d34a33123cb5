import { logFailure } from './log.js';

/** Reads the value under a key. Logs an unreadable value and returns null. */
export const readStored = (storage: 'localStorage' | 'sessionStorage', key: string): unknown => {
  try {
    const text = globalThis[storage].getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    logFailure(`What is stored as ${key} cannot be read`, error);
    return null;
  }
};

/** Stores a value, or removes it if null. Never throws: the shop also works without browser storage. */
export const writeStored = (storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void => {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch (error) {
    logFailure(`${key} cannot be stored`, error);
  }
};
