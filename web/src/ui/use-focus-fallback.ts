import { useEffect, useRef, type RefObject } from 'react';

/** When what had the focus went away with a change, the focus goes to `element` instead of to the top of the page. */
export const useFocusFallback = (element: RefObject<HTMLElement | null>, change: unknown): void => {
  const before = useRef(change);
  useEffect(() => {
    if (before.current === change) return;
    before.current = change;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element, change]);
};
