import Autoplay from 'embla-carousel-autoplay';
import Fade from 'embla-carousel-fade';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { useReducedMotion } from '../../ui/use-media.js';

/** Milliseconds between slides. */
export const TURN_INTERVAL_MS = 5_000;

/** Returns the index some steps on; the carousel loops. */
export const wrappedIndex = (index: number, step: number, length: number): number =>
  length === 0 ? 0 : (((index + step) % length) + length) % length;

/** Returns whether the connection allows to preload the adjacent pictures. */
export const mayPreload = (connection?: { saveData?: boolean; effectiveType?: string }): boolean =>
  !connection?.saveData && connection?.effectiveType !== '2g' && connection?.effectiveType !== 'slow-2g';

/** Fade duration in Embla's unit: about a quarter of a second. */
const FADE = 20;

/**
 * Controls the carousel: turns every 5 s if there is more than one slide, but not while the pointer or the focus is on
 * it, the buyer has stopped it, or reduced motion is preferred.
 */
export const useCarousel = (slides: readonly unknown[]) => {
  const { length } = slides;
  const noMotion = useReducedMotion();
  const [autoplay] = useState(() => Autoplay({ delay: TURN_INTERVAL_MS, playOnInit: false, stopOnFocusIn: false }));
  const [plugins] = useState(() => [autoplay, Fade()]);
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: FADE, active: length > 1 }, plugins);
  const [selected, setSelected] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isStopped, setIsStopped] = useState(false);

  const isPaused = isPointedAt || isFocused || isStopped;
  const isTurning = length > 1 && !isPaused && !noMotion;

  useEffect(() => {
    if (!embla) return;
    const follow = () => setSelected(embla.selectedScrollSnap());
    embla.on('select', follow).on('reInit', follow);
    return () => void embla.off('select', follow).off('reInit', follow);
  }, [embla]);

  useEffect(() => {
    if (!embla) return;
    const run = () => {
      if (isTurning && embla.scrollSnapList().length > 1) autoplay.play();
      else autoplay.stop();
    };
    run();
    // Embla stops the timer on a swipe and removes it with new slides.
    embla.on('pointerUp', run).on('reInit', run);
    return () => void embla.off('pointerUp', run).off('reInit', run);
  }, [embla, autoplay, isTurning]);

  const index = Math.min(selected, Math.max(0, length - 1));
  const slide = slides[index];
  // There is no blur event if the focused element is disabled, or removed with its slide or with the other slides.
  useEffect(() => {
    if (isFocused && !container.current?.querySelector(':focus:not(:disabled)')) setIsFocused(false);
  }, [isFocused, slide, length]);

  const turn = (step: 1 | -1) => {
    if (step > 0) embla?.scrollNext(noMotion);
    else embla?.scrollPrev(noMotion);
    // A chosen slide stays for the full interval.
    autoplay.reset();
  };

  return {
    container,
    viewport,
    index,
    turn,
    isTurning,
    isPaused: length > 1 && isPaused && !noMotion,
    isStopped,
    /** Without motion there is nothing to stop. */
    canStop: length > 1 && !noMotion,
    toggleStopped: () => setIsStopped(!isStopped),
    handlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPointedAt(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
};
