import { classNames } from './class-names.js';
import styles from './badge.module.css';

/** A small number at the corner of an icon; hidden at 0. A changed number animates. */
export const Count = ({ value, className }: { value: number; className?: string }) =>
  value > 0 ? (
    <span className={classNames(styles.count, className)} aria-hidden>
      <span key={value} className={styles.ticked}>
        {value}
      </span>
    </span>
  ) : null;
