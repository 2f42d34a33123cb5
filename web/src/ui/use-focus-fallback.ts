import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** A `ref` for what replaces the focused element: takes the focus, so that screen readers read it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Moves the focus to `element` if the focused element disappeared with `change`, instead of to the page top. */
export const useFocusFallback = (element: RefObject<HTMLElement | null>, change: unknown): void => {
  const before = useRef(change);
  useEffect(() => {
    const previous = before.current;
    if (previous === change) return;
    before.current = change;
    // a first load: nothing stood there that could have had the focus
    if (previous === undefined || previous === 0) return;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element, change]);
};

/**
 * Returns a `ref` for an element whose focused part goes with it: the focus then moves to the nearest element around it
 * that can take it.
 */
export const useFocusHandover = (): RefObject<HTMLDivElement | null> => {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const around = current.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      queueMicrotask(() => {
        if (document.activeElement === document.body) around?.focus({ preventScroll: true });
      });
    };
  }, []);
  return element;
};
