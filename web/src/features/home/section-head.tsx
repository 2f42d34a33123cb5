import type { ReactNode } from 'react';
import styles from './section-head.module.css';

export const SectionHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.head}>
    <h2>{title}</h2>
    {children}
  </div>
);
