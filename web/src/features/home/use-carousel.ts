import { useEffect, useState, type FocusEvent, type PointerEvent, type TouchEvent } from 'react';
import { useReducedMotion } from '../../ui/use-reduced-motion.js';
import { TURN, turned } from './carousel-turn.js';

const SWIPE = 40;

/**
 * Which slide shows, and when it turns: every 5 s with more than one slide, never while the pointer or the focus is on
 * it, the buyer has stopped it, or the system asks for no motion.
 */
export const useCarousel = (length: number) => {
  const [index, setIndex] = useState(0);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const [swipeFrom, setSwipeFrom] = useState<number | null>(null);
  const noMotion = useReducedMotion();

  const shown = Math.min(index, Math.max(0, length - 1));
  const isPaused = isPointedAt || isFocused || isStopped;
  const isTurning = length > 1 && !isPaused && !noMotion;
  const turn = (step: number) => setIndex(turned(shown, step, length));

  useEffect(() => {
    if (!isTurning) return;
    const timer = window.setTimeout(() => setIndex(turned(shown, 1, length)), TURN);
    return () => window.clearTimeout(timer);
  }, [isTurning, shown, length]);

  return {
    index: shown,
    turn,
    isTurning,
    isPaused: length > 1 && isPaused && !noMotion,
    isStopped,
    /** Where nothing moves there is nothing to stop. */
    canStop: length > 1 && !noMotion,
    toggleStopped: () => setIsStopped(!isStopped),
    whole: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPointedAt(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
      onTouchStart: (event: TouchEvent) => setSwipeFrom(event.touches[0]?.clientX ?? null),
      onTouchEnd: (event: TouchEvent) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (swipeFrom ?? 0);
        if (swipeFrom !== null && Math.abs(moved) > SWIPE) turn(moved < 0 ? 1 : -1);
        setSwipeFrom(null);
      },
    },
  };
};
