import { CsvDropZone } from '../../csv-import/csv-drop-zone.js';
import styles from '../../csv-import/csv-import.module.css';
import { SAMPLE_URL } from './import.api.js';

interface ImportChooseProps {
  onChoose: (files: File[]) => void;
  /** Files were chosen before; more are added to them. */
  isMore?: boolean;
}

/** Lets the owner choose or drop files of any type. The server checks and reports their types. */
export const ImportChoose = ({ onChoose, isMore }: ImportChooseProps) => (
  <CsvDropZone
    label="CSV file and pictures"
    what={isMore ? 'the corrected CSV file or more pictures' : 'a CSV file and its pictures'}
    note="CSV in UTF-8, up to 1,000 geodes and 1 MB; pictures over 10MB are made smaller"
    accept=".csv,text/csv,image/*"
    multiple
    onChoose={onChoose}
  />
);

/** Explains the format of the file. */
export const ImportHelp = () => (
  <div className={styles.help}>
    <p>
      The first line names the columns, as in an export of the inventory:{' '}
      <a href={SAMPLE_URL} download className={styles.sample}>
        download a sample file
      </a>
      . Each line after it becomes a new geode, also where it has an id.
    </p>
    <p>
      The column Pictures names the picture files, such as <code>front.jpg, back.jpg</code>, the main one first. Choose
      those files together with the CSV file. Pictures that the shop has already are named by their addresses, such as
      /objects/name.webp; an export has them.
    </p>
    <p>
      On sale from has a moment such as 2026-11-27T18:00:00-06:00, or nothing for a geode that is on sale at once. With
      yes under Draft, only you see it.
    </p>
    <p>
      Everything is checked first. Nothing is added before you have seen what would be, and then all of it or nothing.
    </p>
  </div>
);
