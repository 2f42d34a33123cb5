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

/** Shorter lists are rendered whole, so that the browser's search finds everything. */
const MAX_UNVIRTUALISED = 200;

interface ScrollFrame {
  /** The scrolling ancestor; null if the page scrolls. */
  scroller: Element | null;
  /** Offset of the list in the scroller in pixels. */
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

/** The virtualizer types separate windows from elements, but its observers can be swapped at run time. */
const byPage = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown as Pick<Options, 'observeElementRect' | 'observeElementOffset' | 'scrollToFn'>;
const byElement = { observeElementRect, observeElementOffset, scrollToFn: elementScroll };

/**
 * Returns the entries of a long list to render: those in view and some around. `before` and `after` are the heights in pixels
 * of the omitted entries. `height` is the estimate for entries that are not measured yet.
 */
export const useLongList = (count: number, height: number, gap = 0) => {
  const [frame, setFrame] = useState<ScrollFrame | null>(null);
  const list = useCallback((element: Element | null) => setFrame(element && measureFrame(element)), []);
  const isLong = count > MAX_UNVIRTUALISED;
  // eslint-disable-next-line react-hooks/incompatible-library -- the site does not use the React compiler
  const virtualizer = useVirtualizer<Element, Element>({
    count,
    gap,
    enabled: isLong,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: frame?.start ?? 0,
    getScrollElement: () => frame && (frame.scroller ?? (window as unknown as Element)),
    ...(frame?.scroller ? byElement : byPage),
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
