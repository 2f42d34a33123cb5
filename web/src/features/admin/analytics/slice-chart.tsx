import { scaleLinear } from '@visx/scale';
import styles from './analytics.module.css';

interface Slice {
  key: string;
  name: string;
  value: number;
  /** The figures in words. */
  words: string;
}

/** Bars of kinds, with their names and figures in words above them. */
export const SliceChart = ({ slices }: { slices: Slice[] }) => {
  const width = scaleLinear({ domain: [0, Math.max(1, ...slices.map(({ value }) => value))], range: [0, 100] });
  return (
    <ul className={styles.slices}>
      {slices.map(({ key, name, value, words }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className="small dim num">{words}</span>
          <svg width="100%" height="10" aria-hidden>
            <rect className={styles.track} width="100%" height="10" />
            <rect className={styles.bar} width={`${width(value)}%`} height="10" />
          </svg>
        </li>
      ))}
    </ul>
  );
};
