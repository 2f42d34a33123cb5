import { logoPaths } from './logo-paths.js';
import styles from './logo.module.css';

export const LogoMark = () => (
  <svg
    className={styles.mark}
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    <path d={logoPaths.rind} strokeWidth="1.5" />
    <path d={logoPaths.crystal} fill="currentColor" />
    <path className={styles.cut} d={logoPaths.cuts} />
  </svg>
);

export const Logo = () => (
  <span className={styles.logo}>
    <LogoMark />
    Midwest Geodes
  </span>
);
