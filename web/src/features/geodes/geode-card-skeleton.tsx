import styles from './geode-card-skeleton.module.css';
import { GeodeCell } from './geode-grid.js';

/** The shape of a card that is still to come. */
export const GeodeCardSkeleton = () => (
  <GeodeCell>
    <div className={styles.pic} />
    <div className={styles.body} aria-hidden>
      <div className={styles.bar} style={{ width: 112, height: 24 }} />
      <div className={styles.bar} style={{ width: '72%', height: 22 }} />
      <div className={styles.bar} />
      <div className={styles.bar} style={{ width: '60%' }} />
      <div className={styles.bar} style={{ width: 90, height: 22, marginTop: 16 }} />
      <div className={styles.bar} style={{ height: 40 }} />
    </div>
  </GeodeCell>
);
