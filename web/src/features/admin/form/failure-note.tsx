import { classNames } from '../../../ui/class-names.js';
import { isLoggedOut } from './failure.js';
import styles from './form-sheet.module.css';

/** Links to the log-in in a new tab, so that typed text is not lost. Tabs share the session. */
export const LoggedOutNote = () => (
  <p className={styles.loggedOut}>
    You have been logged out. Nothing here is lost:{' '}
    <a href="/admin" target="_blank" rel="noreferrer">
      log in again in another tab
    </a>
    , then come back and try again.
  </p>
);

interface FailureNoteProps {
  error?: unknown;
  text?: string | undefined;
  className?: string | undefined;
}

/** Announces why something was not saved: a text, or that the owner is logged out. */
export const FailureNote = ({ error, text, className }: FailureNoteProps) => (
  <div role="alert" className={classNames('failure', className)}>
    {isLoggedOut(error) ? <LoggedOutNote /> : text}
  </div>
);
