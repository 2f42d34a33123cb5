import { logFailure } from './log.js';
/** Reads what is stored under a key. Unreadable values are logged and taken for nothing. */
export const readStored = (storage: 'localStorage' | 'sessionStorage', key: string): unknown => {
  try {
    const text = globalThis[storage].getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    logFailure(`What is stored as ${key} cannot be read`, error);
    return null;
  }
};

/** Stores a value, or removes it where it is null. A browser that stores nothing still sells. */
export const writeStored = (storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void => {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch (error) {
    logFailure(`${key} cannot be stored`, error);
  }
};
