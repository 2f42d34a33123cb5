import { useEffect, useEffectEvent } from 'react';

/** History state field: the number of open layers that an entry stands for. */
const LAYERS = 'layers';

/** Open layers; Back calls `onBack` of those above the entry it reaches, the latest first. */
const open: { onBack: () => void }[] = [];
/** A `history.go` of this module is under way; its popstate has not fired yet. */
let isGoingBack = false;

const layersOfEntry = (): number => Number((window.history.state as Record<string, unknown> | null)?.[LAYERS] ?? 0);

/**
 * Aligns the history with the open layers: pushes missing entries and goes back over surplus ones. Entries keep the
 * router's state, so that the router takes them for the current page.
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
  // After React has rendered: a layer that refused to close gets its entry back, and Forward opens none.
  setTimeout(settleEntries);
};

/** Starts following Back. Leaves entries of layers that a reload has closed. Returns the stop function. */
export const followBack = (): (() => void) => {
  window.addEventListener('popstate', onPopState);
  settleEntries();
  return () => window.removeEventListener('popstate', onPopState);
};

/** Returns whether the current entry had an open layer, for example before a reload. */
export const hadOpenLayer = (): boolean => layersOfEntry() > 0;

/**
 * Makes Back call `onBack` while a layer is open, instead of leaving the page. Closing the layer otherwise removes its
 * entry; links in it should replace the entry (`replace`).
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
