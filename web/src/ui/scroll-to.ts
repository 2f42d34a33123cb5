import { prefersReducedMotion } from './use-media.js';

/**
 * Brings the element with an id to the top of the window, smoothly unless the person wants no motion, and the focus with
 * it: who goes on by keyboard goes on from there.
 */
export const scrollToId = (id: string, behavior: ScrollBehavior = 'smooth'): void => {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : behavior });
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
