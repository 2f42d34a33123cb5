import { Slider } from 'radix-ui';
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
      <Slider.Thumb className={styles.thumb} aria-label={labels[0]} aria-valuetext={say(from)} />
      <Slider.Thumb className={styles.thumb} aria-label={labels[1]} aria-valuetext={say(to)} />
    </Slider.Root>
  );
};
