import styles from './ruler.module.css';

const INCHES = 8;
const QUARTERS = INCHES * 4;
const WIDTH = 220;

const mark = (quarter: number): string => {
  const length = quarter % 4 === 0 ? 12 : quarter % 2 === 0 ? 8 : 5;
  return `M${((quarter * WIDTH) / QUARTERS).toFixed(1)} 14v-${length}`;
};
const marks = Array.from({ length: QUARTERS + 1 }, (_, quarter) => mark(quarter)).join('');

/** Eight inches in quarters, honey as far as the stone reaches. */
export const Ruler = ({ inches }: { inches: number }) => (
  <svg className={styles.ruler} viewBox="-1 0 222 14" preserveAspectRatio="none" fill="none" aria-hidden>
    <path d={marks} stroke="currentColor" vectorEffect="non-scaling-stroke" />
    <path
      d={`M0 13h${((Math.min(inches, INCHES) / INCHES) * WIDTH).toFixed(1)}`}
      stroke="var(--honey)"
      strokeWidth="3"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);
