import { useGetSiteConfigQuery } from '../site-config.api.js';
import styles from './announcement.module.css';

/** The owner's line on top of every page. Each document brings its text, so that it never shifts the page. */
export const Announcement = () => {
  const { data: config } = useGetSiteConfigQuery();
  if (!config?.announcement) return null;
  return (
    <section className={styles.announcement} aria-label="Announcement">
      <p className="wrap">{config.announcement}</p>
    </section>
  );
};
