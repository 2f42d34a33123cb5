import styles from './logged-out-note.module.css';

/** Links to the log-in in a new tab, so that typed text is not lost. Tabs share the session. */
export const LoggedOutNote = () => (
  <p className={styles.note}>
    You have been logged out. Nothing here is lost:{' '}
    <a href="/admin" target="_blank" rel="noreferrer">
      log in again in another tab
    </a>
    , then come back and try again.
  </p>
);
