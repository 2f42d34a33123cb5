import { Slider } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import styles from './range-slider.module.css';

interface RangeSliderProps {
  min: number;
  max: number;
  step: number;
  value: readonly [number, number];
  labels: readonly [string, string];
  /** Returns the text of a value for screen readers. */
  say: (value: number) => string;
  onChange: (value: readonly [number, number]) => void;
  /** Called when the thumb is released. */
  onCommit: (value: readonly [number, number]) => void;
}

export const RangeSlider = ({ min, max, step, value, labels, say, onChange, onCommit }: RangeSliderProps) => {
  const [from = min, to = max] = value;
  /** Radix's Home moves the lower thumb and its End the upper one, whichever has the focus. */
  const jump = (event: KeyboardEvent, home: readonly [number, number], end: readonly [number, number]) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    onCommit(event.key === 'Home' ? home : end);
  };
  return (
    <Slider.Root
      className={styles.slider}
      min={min}
      max={max}
      step={step}
      minStepsBetweenThumbs={1}
      value={[from, to]}
      onValueChange={([low = min, high = max]) => onChange([low, high])}
      onValueCommit={([low = min, high = max]) => onCommit([low, high])}
    >
      <Slider.Track className={styles.track}>
        <Slider.Range className={styles.range} />
      </Slider.Track>
      <Slider.Thumb
        className={styles.thumb}
        aria-label={labels[0]}
        aria-valuetext={say(from)}
        onKeyDown={(event) => jump(event, [min, to], [Math.max(from, to - step), to])}
      />
      <Slider.Thumb
        className={styles.thumb}
        aria-label={labels[1]}
        aria-valuetext={say(to)}
        onKeyDown={(event) => jump(event, [from, Math.min(to, from + step)], [from, max])}
      />
    </Slider.Root>
  );
};
