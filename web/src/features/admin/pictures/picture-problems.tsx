import { CircleAlert } from 'lucide-react';
import { TextButton } from '../../../ui/text-link.js';
import { LoggedOutNote } from '../session/logged-out-note.js';
import type { FormPicture } from './picture-list.js';
import styles from './pictures-field.module.css';

export interface RefusedFile {
  /** Name of the file. */
  name: string;
  reason: string;
}

interface PictureProblemsProps {
  /** Files that were refused before the upload. */
  refused: readonly RefusedFile[];
  failed: readonly FormPicture[];
  onRetry: (id: string) => void;
}

/** Lists the files that were refused or not uploaded, with reasons. */
export const PictureProblems = ({ refused, failed, onRetry }: PictureProblemsProps) => (
  <div role="alert" className={styles.problems}>
    {failed.some(({ isLoggedOut }) => isLoggedOut) && <LoggedOutNote />}
    {refused.length + failed.length > 0 && (
      <ul>
        {refused.map(({ name, reason }, index) => (
          <li key={`${name} ${index}`}>
            <CircleAlert className="icon-s" aria-hidden />
            <p>
              <span className={styles.name}>{name}</span> <span>{reason}</span>
            </p>
          </li>
        ))}
        {failed.map(({ id, file, problem }) => (
          <li key={id}>
            <CircleAlert className="icon-s" aria-hidden />
            <p>
              <span className={styles.name}>{file?.name}</span> <span>{problem}</span>{' '}
              <TextButton aria-label={`Try again: ${file?.name ?? 'picture'}`} onClick={() => onRetry(id)}>
                Try again
              </TextButton>
            </p>
          </li>
        ))}
      </ul>
    )}
  </div>
);
