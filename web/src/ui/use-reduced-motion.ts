import { useMedia } from './use-media.js';

const QUERY = '(prefers-reduced-motion: reduce)';

export const prefersReducedMotion = (): boolean => window.matchMedia(QUERY).matches;

export const useReducedMotion = (): boolean => useMedia(QUERY);
