import type { ReactNode } from 'react';
import styles from './page-head.module.css';

export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.head}>
    <h1>{title}</h1>
    {children}
  </div>
);

export const SectionHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.section}>
    <h2>{title}</h2>
    {children}
  </div>
);
