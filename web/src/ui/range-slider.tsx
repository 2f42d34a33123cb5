import { Slider } from 'radix-ui';
import { type KeyboardEvent, useRef } from 'react';
import styles from './range-slider.module.css';

interface RangeSliderProps {
  min: number;
  max: number;
  step: number;
  value: readonly [number, number];
  labels: readonly [string, string];
  /** Returns the text of a value for screen readers. */
  say: (value: number) => string;
  /** Called while a thumb is dragged, and with null when it is released. */
  onDrag: (value: readonly [number, number] | null) => void;
  /** Called when a thumb is released elsewhere, and for each key. */
  onCommit: (value: readonly [number, number]) => void;
}

export const RangeSlider = ({ min, max, step, value, labels, say, onDrag, onCommit }: RangeSliderProps) => {
  const [from = min, to = max] = value;
  const bounds = { low: [min, Math.max(min, to - step)], high: [Math.min(max, from + step), max] } as const;
  /** Radix's Home and End ignore which thumb has the focus. */
  const jump = (event: KeyboardEvent, thumb: 'low' | 'high') => {
    const [least, most] = bounds[thumb];
    const moved = { Home: least, End: most }[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    onCommit(thumb === 'low' ? [moved, to] : [from, moved]);
  };
  /** Radix reports a change after its commit when a key makes it. */
  const isDragging = useRef(false);
  return (
    <Slider.Root
      className={styles.slider}
      min={min}
      max={max}
      step={step}
      minStepsBetweenThumbs={1}
      preserveThumbOrder
      value={[from, to]}
      onPointerDown={() => {
        isDragging.current = true;
      }}
      onLostPointerCapture={() => {
        isDragging.current = false;
        onDrag(null);
      }}
      onValueChange={([low = min, high = max]) => {
        if (isDragging.current) onDrag([low, high]);
      }}
      onValueCommit={([low = min, high = max]) => onCommit([low, high])}
    >
      <Slider.Track className={styles.track}>
        <Slider.Range className={styles.range} />
      </Slider.Track>
      <Slider.Thumb
        className={styles.thumb}
        aria-label={labels[0]}
        aria-valuetext={say(from)}
        onKeyDown={(event) => jump(event, 'low')}
      />
      <Slider.Thumb
        className={styles.thumb}
        aria-label={labels[1]}
        aria-valuetext={say(to)}
        onKeyDown={(event) => jump(event, 'high')}
      />
    </Slider.Root>
  );
};
