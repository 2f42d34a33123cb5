import { useRef, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import styles from './panel.module.css';

interface PanelSectionProps {
  title: string;
  /** Button for the whole section. */
  action?: ReactNode;
  className?: string | false;
  /** The number of items: the section takes the focus if a focused one disappears. */
  count?: number;
  children: ReactNode;
}

/** A section of a tab with its heading and action. */
export const PanelSection = ({ title, action, className, count, children }: PanelSectionProps) => {
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section, count);
  return (
    <section ref={section} className={classNames(styles.section, className)} aria-label={title} tabIndex={-1}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
};
