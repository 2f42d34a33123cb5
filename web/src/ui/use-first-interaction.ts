import { useSyncExternalStore } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

let isInUse = false;
const listeners = new Set<() => void>();

const noticed = () => {
  isInUse = true;
  for (const sign of SIGNS) window.removeEventListener(sign, noticed, true);
  listeners.forEach((listener) => listener());
};

const listen = (listener: () => void): (() => void) => {
  if (!isInUse) for (const sign of SIGNS) window.addEventListener(sign, noticed, { capture: true, passive: true });
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns whether the visitor has moved the pointer, touched the page or pressed a key. Code that only responds to
 * visitors loads then, so that the first view does not wait for it.
 */
export const useFirstInteraction = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isInUse,
    () => false,
  );
