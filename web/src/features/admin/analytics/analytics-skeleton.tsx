import styles from './analytics.module.css';

const CARDS = 6;

/** Placeholder for the cards. In a separate file, because the panel shows it before the analytics chunk is loaded. */
export const AnalyticsSkeleton = () => (
  <ul className={`pulse ${styles.cards} ${styles.skeleton}`} aria-label="Loading analytics">
    {Array.from({ length: CARDS }, (_, card) => (
      <li key={card} className={card === 0 ? styles.wide : undefined}>
        <span />
        <span />
      </li>
    ))}
  </ul>
);
