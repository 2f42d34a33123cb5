import styles from './analytics.module.css';

const CARDS = 6;

/** The shape of what comes. */
export const AnalyticsSkeleton = () => (
  <ul className={`${styles.cards} ${styles.skeleton}`} aria-label="Loading analytics">
    {Array.from({ length: CARDS }, (_, card) => (
      <li key={card} className={card === 0 ? styles.wide : undefined}>
        <span />
        <span />
      </li>
    ))}
  </ul>
);
