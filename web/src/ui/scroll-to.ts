import { prefersReducedMotion } from './use-media.js';

/** Scrolls the element with an id to the top, smoothly unless reduced motion is preferred, and focuses it. */
export const scrollToId = (id: string, behavior: ScrollBehavior = 'smooth'): void => {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : behavior });
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
