import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { PageHead } from '../../ui/page-head.js';
import styles from './template-page.module.css';

const tools = [
  { to: '/logo-preview', label: 'Logos' },
  { to: '/ads', label: 'Ads' },
  { to: '/facebook-banner', label: 'Facebook banner' },
];

interface TemplatePageProps {
  title: string;
  lead: string;
  /** What can be changed. */
  controls: ReactNode;
  /** What comes of it. */
  children: ReactNode;
}

/** A tool of the shop's own: what can be changed beside what comes of it. */
export const TemplatePage = ({ title, lead, controls, children }: TemplatePageProps) => (
  <div className={`wrap ${styles.page}`}>
    <PageHead title={title}>
      <p className="lead">{lead}</p>
    </PageHead>
    <nav className={styles.tools} aria-label="Templates">
      {tools.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
    <div className={styles.bench}>
      <div className={styles.controls}>{controls}</div>
      <div className={styles.work}>{children}</div>
    </div>
  </div>
);
