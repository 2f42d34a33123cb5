import type { ImportCheck } from '@geodes/contracts';
import { formatDollars } from '../../app/money.js';
import { notesOf } from './import-words.js';
import styles from './import.module.css';

/** What an import would do: what is wrong with which line, and what would be added. */
export const ImportReport = ({ check }: { check: ImportCheck }) => {
  const { problems, geodes } = check;
  const notes = notesOf(check);
  return (
    <>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <table className={styles.table}>
          <caption>Problems</caption>
          <thead>
            <tr>
              <th>Line</th>
              <th>Column</th>
              <th>What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, reason }) => (
              <tr key={`${line} ${column} ${reason}`}>
                <td className="num">{line}</td>
                <td>{column || 'All'}</td>
                <td className={styles.wide}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {geodes.length > 0 && (
        <table className={styles.table}>
          <caption>Geodes to add</caption>
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
