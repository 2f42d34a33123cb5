import { prefersReducedMotion } from './use-reduced-motion.js';

/** Brings the element with an id to the top of the window, smoothly unless the person wants no motion. */
export const scrollToId = (id: string, behavior: ScrollBehavior = 'smooth'): void =>
  document.getElementById(id)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : behavior });
