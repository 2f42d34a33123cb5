import { useLayoutEffect } from 'react';

const FOCUSABLE = 'a, button, input, select, main';

/** Who an element is, for somebody who hears it. */
const nameOf = (element: Element): string => {
  const [label] = (element as HTMLInputElement).labels ?? [];
  // the id of a labelled field is another one each time it is drawn
  const own = label ? label.textContent : element.id || element.getAttribute('aria-label');
  return `${element.tagName} ${own ?? element.textContent.trim()}`;
};

/** Remembers what has the focus in a page that is about to be drawn anew; the result gives it to what stands there then. */
export const rememberFocus = (root: HTMLElement): (() => void) => {
  let focused: string | undefined;
  const note = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (target instanceof Element && target.matches(FOCUSABLE)) focused = nameOf(target);
  };
  if (root.contains(document.activeElement)) note({ target: document.activeElement });
  root.addEventListener('focusin', note);
  return () => {
    root.removeEventListener('focusin', note);
    if (focused === undefined || document.activeElement !== document.body) return;
    const same = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => nameOf(element) === focused);
    same?.focus({ preventScroll: true });
  };
};

/** Acts once, as soon as the page is drawn. */
export const AtFirst = ({ act }: { act: () => void }) => {
  useLayoutEffect(act, [act]);
  return null;
};
