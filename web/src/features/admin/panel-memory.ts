import { createContext, useCallback, useContext, useState } from 'react';

/** What the tabs of the panel remember of themselves while another one is open. */
export const PanelMemory = createContext<Map<string, unknown>>(new Map());

/**
 * As useState, and the value is there again when the tab is opened again, until the owner leaves the panel. Names are
 * `tab.what`, each for values of one type.
 */
export const usePanelState = <T>(name: string, first: T): [T, (change: (now: T) => T) => void] => {
  const memory = useContext(PanelMemory);
  const [value, setValue] = useState<T>(() => (memory.has(name) ? (memory.get(name) as T) : first));
  const change = useCallback(
    (next: (now: T) => T) => {
      // at once, since what was just typed may be the last that happens in the tab
      const now = memory.has(name) ? (memory.get(name) as T) : first;
      const changed = next(now);
      memory.set(name, changed);
      setValue(changed);
    },
    [memory, name, first],
  );
  return [value, change];
};
