import type { Geode } from '@geodes/contracts';
import { useCallback, useMemo, useState } from 'react';
import { select, selectedOf, type Selection } from '../selection/selection.js';

const NONE: Selection<Geode> = new Map();

/**
 * Holds the selected geodes of the inventory. A search or filter hides geodes without deselecting them, but `selection` has only
 * shown ones: nothing is changed that the owner does not see.
 */
export const useInventorySelection = (shown: readonly Geode[]) => {
  const [stored, setStored] = useState(NONE);
  const selection: Selection<Geode> = useMemo(
    () => new Map(selectedOf(stored, shown).map((geode) => [geode.id, geode])),
    [stored, shown],
  );
  const toggle = useCallback(
    (geodes: readonly Geode[], isOn: boolean) => setStored((now) => select(now, geodes, isOn)),
    [],
  );
  return { selection, toggle, selectNone: () => setStored(NONE) };
};
