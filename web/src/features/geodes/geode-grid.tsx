import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.js';
import styles from './geode-grid.module.css';

interface GeodeGridProps {
  children: ReactNode;
  /** Four columns from 1024 px on: the page has no sidebar. */
  wide?: boolean;
  busy?: boolean;
  label: string;
}

export const GeodeGrid = ({ children, wide, busy, label }: GeodeGridProps) => (
  <ul className={classNames(styles.grid, wide && styles.wide)} aria-busy={busy} aria-label={label}>
    {children}
  </ul>
);

export const GeodeCell = ({ children, className }: { children?: ReactNode; className?: string }) => (
  <li className={classNames(styles.cell, className)}>{children}</li>
);
