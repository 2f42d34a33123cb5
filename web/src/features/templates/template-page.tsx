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
  /** The controls. */
  controls: ReactNode;
  /** The preview and its downloads. */
  children: ReactNode;
}

/** Layout of the owner's template tools: controls beside the result. */
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
