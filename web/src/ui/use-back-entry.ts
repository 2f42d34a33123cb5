import { useEffect, useEffectEvent } from 'react';

/** Field of a history entry's state: how many open layers it stands for. */
const LAYERS = 'layers';

/** Called when Back leaves the entry of an open layer, the latest one first. */
const open: { onBack: () => void }[] = [];
/** A traversal of ours has begun and its popstate has not come. */
let isGoingBack = false;

const layersOfEntry = (): number => Number((window.history.state as Record<string, unknown> | null)?.[LAYERS] ?? 0);

/**
 * Gives the history one entry for each open layer: adds those that are missing and goes back over those that are left. An entry
 * keeps the router's own state, so that the router takes it for the page that is open.
 */
const settleEntries = (): void => {
  if (isGoingBack) return;
  const entries = layersOfEntry();
  for (let layer = entries + 1; layer <= open.length; layer += 1)
    window.history.pushState({ ...window.history.state, [LAYERS]: layer }, '');
  if (entries <= open.length) return;
  isGoingBack = true;
  window.history.go(open.length - entries);
};

const onPopState = (): void => {
  if (isGoingBack) isGoingBack = false;
  else
    open
      .slice(layersOfEntry())
      .toReversed()
      .forEach(({ onBack }) => onBack());
  // After React has drawn: a layer that refused to close gets its entry back, and Forward finds no layer to open.
  setTimeout(settleEntries);
};

/** From the start of the site on; the entries of layers that a reload has closed are left at once. */
export const followBack = (): (() => void) => {
  window.addEventListener('popstate', onPopState);
  settleEntries();
  return () => window.removeEventListener('popstate', onPopState);
};

/** Whether this entry had a layer open: after a reload none of them is, until it is opened again. */
export const hadOpenLayer = (): boolean => layersOfEntry() > 0;

/**
 * While a layer is open, Back calls `onBack` instead of leaving the page. A layer that is closed in another way takes its entry
 * with it; a link in it replaces its entry (`replace`).
 */
export const useBackEntry = (isOpen: boolean, onBack: () => void): void => {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { onBack: () => back() };
    open.push(layer);
    settleEntries();
    return () => {
      open.splice(open.indexOf(layer), 1);
      setTimeout(settleEntries);
    };
  }, [isOpen]);
};
