import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

export const prefersReducedMotion = (): boolean => window.matchMedia(query).matches;

const subscribe = (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, prefersReducedMotion);
