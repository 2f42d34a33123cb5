import type { ReactNode, Ref } from 'react';
import { classNames } from '../../ui/class-names.js';
import styles from './panel-section.module.css';

interface PanelSectionProps {
  title: string;
  /** Button for the whole section. */
  action?: ReactNode;
  className?: string | false;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A section of a tab with its heading and action. */
export const PanelSection = ({ title, action, className, children, ref }: PanelSectionProps) => (
  <section ref={ref} className={classNames(styles.section, className)} aria-label={title} tabIndex={-1}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
