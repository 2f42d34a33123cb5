import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './badge.module.css';

export type BadgeTone =
  'outlined' | 'sunk' | 'honey' | 'honeyTint' | 'gone' | 'green' | 'orange' | 'purple' | 'yellow' | 'red';

interface BadgeProps extends HTMLAttributes<HTMLSpanElement> {
  tone: BadgeTone;
  /** With an inner line, for something that waits for an action. */
  lined?: boolean;
}

export const Badge = ({ tone, lined, className, ...rest }: BadgeProps) => (
  <span {...rest} className={classNames(styles.badge, styles[tone], lined && styles.lined, className)} />
);

/** A row of badges. It keeps its height when empty. */
export const Badges = ({ children }: { children: ReactNode }) => <div className={styles.badges}>{children}</div>;

/** A small number at the corner of an icon; hidden at 0. A changed number animates. */
export const Count = ({ value, className }: { value: number; className?: string }) =>
  value > 0 ? (
    <span className={classNames(styles.count, className)} aria-hidden>
      <span key={value} className={styles.ticked}>
        {value}
      </span>
    </span>
  ) : null;
