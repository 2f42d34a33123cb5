import { notFound, useMetadata } from '../../app/metadata.js';
import { ButtonLink } from '../../ui/button.js';
import { Drawing } from '../../ui/drawing.js';
import styles from './not-found-page.module.css';

export const NotFoundPage = () => {
  useMetadata(notFound);
  return (
    <div className={`wrap ${styles.lost}`}>
      <Drawing name="hollow-stone-large" className={styles.drawing} />
      <div>
        <h1>Page Not Found</h1>
        <p className="lead">This page does not exist or has moved.</p>
        <ButtonLink to="/">Back to Home</ButtonLink>
      </div>
    </div>
  );
};
