import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches; on the server, which knows no screen, `onServer`. */
export const useMedia = (query: string, onServer = false): boolean =>
  useSyncExternalStore(
    useCallback(
      (changed) => {
        const media = window.matchMedia(query);
        media.addEventListener('change', changed);
        return () => media.removeEventListener('change', changed);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => onServer,
  );

const QUERY = '(prefers-reduced-motion: reduce)';

export const prefersReducedMotion = (): boolean => window.matchMedia(QUERY).matches;

export const useReducedMotion = (): boolean => useMedia(QUERY);
