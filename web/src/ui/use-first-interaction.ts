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
 * False until the visitor first moves the pointer, touches the page or presses a key. What only answers a visitor is
 * fetched then: it is there before it is needed, and the first view does not wait for it.
 */
export const useFirstInteraction = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isInUse,
    () => false,
  );
