import type { ReactNode, Ref } from 'react';
import styles from './settings-tab.module.css';

interface SettingsSectionProps {
  title: string;
  /** Button for the whole section. */
  action?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A section of the Settings tab with its heading and action. */
export const SettingsSection = ({ title, action, children, ref }: SettingsSectionProps) => (
  <section ref={ref} className={styles.section} aria-label={title} tabIndex={-1}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
