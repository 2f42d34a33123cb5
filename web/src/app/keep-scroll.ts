import { prefersReducedMotion } from '../ui/use-media.js';

/** Returns the fields of a history entry's state; empty if it has none. */
export const stateFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {};

/** History state of a navigation that changes only the query and keeps the scroll position. */
export const KEEP_SCROLL = { keepsScroll: true } as const;

export const keepsScroll = (state: unknown): boolean => stateFields(state).keepsScroll === true;

/** Scrolls the element with an id to the top, smoothly unless reduced motion is preferred, and focuses it. */
export const scrollToId = (id: string, behavior: ScrollBehavior = 'smooth'): void => {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : behavior });
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
