import { createContext, useContext, useState } from 'react';

/** Holds the state of closed tabs of the panel. */
export const PanelMemory = createContext<Map<string, unknown>>(new Map());

/**
 * Works as useState, and keeps the value while another tab is open, until the owner leaves the panel. Names have the form
 * `tab.value`; values of one name must have one type.
 */
export const usePanelState = <T>(name: string, first: T): [T, (change: (now: T) => T) => void] => {
  const memory = useContext(PanelMemory);
  const [value, setValue] = useState<T>(() => (memory.has(name) ? (memory.get(name) as T) : first));
  const change = (next: (now: T) => T) => {
    // Not in an updater function: React may not run it if the tab closes at once.
    const now = memory.has(name) ? (memory.get(name) as T) : first;
    const changed = next(now);
    memory.set(name, changed);
    setValue(changed);
  };
  return [value, change];
};
