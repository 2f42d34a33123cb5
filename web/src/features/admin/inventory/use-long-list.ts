import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  windowScroll,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';

/** Shorter lists are drawn whole: the browser's own search finds everything in them. */
const MAX_UNVIRTUALISED = 200;

interface ScrollFrame {
  /** What scrolls the list; null: the page. */
  scroller: Element | null;
  /** Where the list begins in it, pixels. */
  start: number;
}

const findScroller = (element: Element): Element | null => {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
};

const measureFrame = (list: Element): ScrollFrame => {
  const scroller = findScroller(list);
  const { top } = list.getBoundingClientRect();
  const start = scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + window.scrollY;
  return { scroller, start };
};

type Options = VirtualizerOptions<Element, Element>;

/** The page scrolls by other means than an element; the virtualizer takes either. */
const byPage = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown as Pick<Options, 'observeElementRect' | 'observeElementOffset' | 'scrollToFn'>;
const byElement = { observeElementRect, observeElementOffset, scrollToFn: elementScroll };

/**
 * Which entries of a long list to draw: those in view and some around. `before` and `after` are the heights of what is
 * left out, pixels; `height` is what an entry is taken for until it is measured.
 */
export const useLongList = (count: number, height: number, gap = 0) => {
  const [ground, setGround] = useState<ScrollFrame | null>(null);
  const list = useCallback((element: Element | null) => setGround(element && measureFrame(element)), []);
  const isLong = count > MAX_UNVIRTUALISED;
  // eslint-disable-next-line react-hooks/incompatible-library -- no React compiler is at work here
  const virtualizer = useVirtualizer<Element, Element>({
    count,
    gap,
    enabled: isLong,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: ground?.start ?? 0,
    getScrollElement: () => ground && (ground.scroller ?? (window as unknown as Element)),
    ...(ground?.scroller ? byElement : byPage),
  });
  if (!isLong) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { list, indexes, before: 0, after: 0, measure: undefined };
  }
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  return {
    list,
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: virtualizer.measureElement,
  };
};
