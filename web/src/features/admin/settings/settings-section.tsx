import type { ReactNode, Ref } from 'react';
import styles from './settings-tab.module.css';

interface SettingsSectionProps {
  title: string;
  /** What can be done about all of it. */
  action?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** One part of the Settings tab: a heading, what can be done, and what there is to see. */
export const SettingsSection = ({ title, action, children, ref }: SettingsSectionProps) => (
  <section ref={ref} className={styles.section} aria-label={title} tabIndex={-1}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
