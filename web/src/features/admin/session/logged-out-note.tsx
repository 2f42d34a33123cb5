import styles from './logged-out-note.module.css';

/** A new tab, so that what was typed here stays: the session belongs to the browser, not to the tab. */
export const LoggedOutNote = () => (
  <p className={styles.note}>
    You have been logged out. Nothing here is lost:{' '}
    <a href="/admin" target="_blank" rel="noreferrer">
      log in again in another tab
    </a>
    , then come back and try again.
  </p>
);
