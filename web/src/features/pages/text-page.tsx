import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.js';
import styles from './text-page.module.css';

/** A page of running text. */
export const TextPage = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <div className="wrap">
    <PageHead title={title}>
      <p className="lead">{lead}</p>
    </PageHead>
    <div className={styles.text}>{children}</div>
  </div>
);
