import type { LineProblem } from '@geodes/contracts';
import styles from './csv-import.module.css';

/** Lists what the owner should know of a file. */
export const ImportNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );

interface LineProblemsProps {
  caption: string;
  problems: readonly LineProblem[];
}

/** Lists the lines of a file that are refused, and why. */
export const LineProblems = ({ caption, problems }: LineProblemsProps) =>
  problems.length > 0 && (
    <table className={styles.table}>
      <caption>{caption}</caption>
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
  );
