import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Drawing } from './drawing.js';
import { useFocusHandover } from './use-focus-fallback.js';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  /** The single action to offer. */
  action?: ReactNode;
  look?: 'empty' | 'failed';
  level?: 'h2' | 'h3';
}

export const EmptyState = ({ title, children, action, look = 'empty', level: Heading = 'h2' }: EmptyStateProps) => (
  <div ref={useFocusHandover()} className={styles.empty} role={look === 'failed' ? 'alert' : undefined}>
    {look === 'empty' ? (
      <Drawing name="hollow-stone" className={styles.drawing} />
    ) : (
      <span className={styles.failed}>
        <CircleAlert aria-hidden />
      </span>
    )}
    <Heading>{title}</Heading>
    <p>{children}</p>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);

/** Replaces content that cannot be loaded while offline. */
export const Offline = ({ level }: { level?: 'h2' | 'h3' }) => (
  <EmptyState look="failed" title="You are offline" level={level}>
    The connection is gone. This page comes back by itself as soon as the connection does.
  </EmptyState>
);
