import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Position of a zoomed picture in its frame: scale, and shift in pixels from the centre. */
interface View {
  scale: number;
  x: number;
  y: number;
}

export const fitted: View = { scale: 1, x: 0, y: 0 };

const allowed = (scale: number): number => Math.min(4, Math.max(1, scale));

/** Limits the scale and keeps the picture covering its frame. */
export const bounded = (view: View, width: number, height: number): View => {
  const scale = allowed(view.scale);
  const limit = (size: number) => ((scale - 1) * size) / 2;
  const clamp = (value: number, size: number) => Math.min(limit(size), Math.max(-limit(size), value));
  return { scale, x: clamp(view.x, width), y: clamp(view.y, height) };
};

/** Zooms so that the point under the pointer shows the same point of the picture. Pointer in fractions (0 to 1). */
export const following = (px: number, py: number, width: number, height: number, wanted: number): View => {
  const scale = allowed(wanted);
  return bounded({ scale, x: (0.5 - px) * (scale - 1) * width, y: (0.5 - py) * (scale - 1) * height }, width, height);
};

/** Returns the scale after the wheel was turned by `delta` pixels; upwards zooms in. */
export const wheeled = (scale: number, delta: number): number => allowed(scale * Math.exp(-delta / 500));

/** Returns the view after two fingers moved: `ratio` of their distances, and the shift of their midpoint in pixels. */
export const pinched = (view: View, ratio: number, dx: number, dy: number, width: number, height: number): View =>
  bounded({ scale: view.scale * ratio, x: view.x * ratio + dx, y: view.y * ratio + dy }, width, height);

const POINTED = 2.2;
const STEP = 80;
/** A finger that moves less than this many pixels taps. */
const TAP = 10;
/** Factor for wheel events with Ctrl: trackpads report a pinch as such, in small steps. */
const TRACKPAD = 5;

/** Size of the picture at scale 1, pixels. */
const sizeIn = (stage: HTMLElement | null) => {
  const image = stage?.querySelector('img');
  return [image?.offsetWidth ?? 0, image?.offsetHeight ?? 0] as const;
};

interface Point {
  x: number;
  y: number;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the view for a mouse at (x, y) of the window at a scale. */
const pointedAt = (stage: HTMLElement, x: number, y: number, scale: number): View => {
  const [width, height] = sizeIn(stage);
  const frame = stage.getBoundingClientRect();
  const left = frame.left + (frame.width - width) / 2;
  const top = frame.top + (frame.height - height) / 2;
  return following((x - left) / width, (y - top) / height, width, height, scale);
};

/**
 * Zooms by gestures: a mouse pans and its wheel zooms; a finger taps a point to enlarge it and pans, two pinch; + - 0 and
 * the arrow keys do the same.
 */
export const useZoomGestures = () => {
  const [view, setView] = useState<View>(fitted);
  const fingers = useRef(new Map<number, Point>());
  /** Where the only finger came down, until it moves or another one comes. */
  const tapStart = useRef<Point>(undefined);
  const pointed = useRef(POINTED);
  const current = useRef<HTMLDivElement>(null);
  const size = () => sizeIn(current.current);

  /** React's wheel listener is passive and cannot stop the browser from zooming the page. */
  const stage = useCallback((element: HTMLDivElement | null) => {
    current.current = element;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((last) => {
        pointed.current = wheeled(last.scale, event.deltaY * (event.ctrlKey ? TRACKPAD : 1));
        return pointedAt(element, event.clientX, event.clientY, pointed.current);
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const reset = () => {
    // A finger that is down when the overlay closes leaves no event.
    fingers.current.clear();
    pointed.current = POINTED;
    setView(fitted);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const [width, height] = size();
    if (event.pointerType === 'mouse') {
      if (current.current) setView(pointedAt(current.current, event.clientX, event.clientY, pointed.current));
      return;
    }
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (tapStart.current && distance(tapStart.current, now) > TAP) tapStart.current = undefined;
    const ratio = other ? distance(now, other) / Math.max(1, distance(before, other)) : 1;
    const share = other ? 0.5 : 1;
    setView((last) => pinched(last, ratio, (now.x - before.x) * share, (now.y - before.y) * share, width, height));
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = { x: event.clientX, y: event.clientY };
    tapStart.current = fingers.current.size === 0 ? point : undefined;
    fingers.current.set(event.pointerId, point);
  };

  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    tapStart.current = undefined;
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const [point, frame] = [tapStart.current, current.current];
    if (point && frame) setView((last) => (last.scale > 1 ? fitted : pointedAt(frame, point.x, point.y, POINTED)));
    onPointerCancel(event);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [width, height] = size();
    const change: Partial<Record<string, (last: View) => View>> = {
      '+': (last) => ({ ...last, scale: last.scale * 1.25 }),
      '=': (last) => ({ ...last, scale: last.scale * 1.25 }),
      '-': (last) => ({ ...last, scale: last.scale / 1.25 }),
      '0': () => fitted,
      ArrowLeft: (last) => ({ ...last, x: last.x + STEP }),
      ArrowRight: (last) => ({ ...last, x: last.x - STEP }),
      ArrowUp: (last) => ({ ...last, y: last.y + STEP }),
      ArrowDown: (last) => ({ ...last, y: last.y - STEP }),
    };
    const next = change[event.key];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setView((last) => bounded(next(last), width, height));
  };

  return {
    view,
    stage,
    reset,
    onKeyDown,
    onPicture: {
      onPointerMove,
      onPointerDown,
      onPointerUp,
      onPointerCancel,
      // A lifted finger also fires pointerleave: keep the zoom then.
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && reset(),
    },
  };
};
