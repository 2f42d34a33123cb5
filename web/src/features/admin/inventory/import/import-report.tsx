import type { ImportCheck } from '@geodes/contracts';
import { formatDollars } from '../../../../app/money.js';
import { Button } from '../../../../ui/button.js';
import { hasProblems, checkNotes } from './import-text.js';
import styles from '../../csv-import/csv-import.module.css';
import { ImportNotes, LineProblems } from '../../csv-import/import-findings.js';

interface ImportReportProps {
  check: ImportCheck;
  /** Leaves out the pictures that do not fit. */
  onLeaveOut: () => void;
}

/** Lists the problems of an import by line and picture, and what it would add. */
export const ImportReport = ({ check, onLeaveOut }: ImportReportProps) => {
  const { problems, pictureProblems, geodes } = check;
  const notes = checkNotes(check);
  return (
    <>
      <ImportNotes notes={notes} />
      <LineProblems caption="Lines that do not fit" problems={problems} />
      {pictureProblems.length > 0 && (
        <>
          <table className={styles.table}>
            <caption>Pictures that do not fit</caption>
            <thead>
              <tr>
                <th>Picture</th>
                <th>What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {pictureProblems.map(({ name, reason }) => (
                <tr key={name}>
                  <td className={styles.file}>{name}</td>
                  <td className={styles.wide}>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button look="secondary" size="small" className={styles.leave} onClick={onLeaveOut}>
            {pictureProblems.length === 1 ? 'Leave this picture out' : 'Leave these pictures out'}
          </Button>
        </>
      )}
      {geodes.length > 0 && (
        <table className={styles.table}>
          <caption>{hasProblems(check) ? 'Lines that fit' : 'Geodes to add'}</caption>
          <thead>
            <tr>
              <th>Line</th>
              <th>Title</th>
              <th className={styles.right}>Price</th>
              <th className={styles.right}>Quantity</th>
              <th className={`${styles.right} ${styles.extra}`}>Pictures</th>
            </tr>
          </thead>
          <tbody>
            {geodes.map(({ line, title, price, quantity, pictures }) => (
              <tr key={line}>
                <td className="num">{line}</td>
                <td className={styles.wide}>{title}</td>
                <td className={`num ${styles.right}`}>{formatDollars(price)}</td>
                <td className={`num ${styles.right}`}>{quantity}</td>
                <td className={`num ${styles.right} ${styles.extra}`}>{pictures}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
