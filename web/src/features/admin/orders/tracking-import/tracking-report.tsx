import type { ShipmentResult, TrackingImport } from '@geodes/contracts';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';
import styles from '../../csv-import/csv-import.module.css';
import { ImportNotes, LineProblems } from '../../csv-import/import-findings.js';
import { importNotes } from './tracking-import-text.js';

interface TrackingReportProps {
  report: TrackingImport;
  /** It has happened; otherwise it would happen. */
  isDone: boolean;
}

const outcomeText = ({ outcome, message }: ShipmentResult, isDone: boolean): string => {
  if (outcome === 'refused') return message ?? 'This line is refused.';
  if (outcome === 'unchanged') return 'Stays as it is';
  return isDone ? 'Marked as shipped' : 'Becomes shipped';
};

/** Lists by line what an import does or did: what cannot be read, what is refused, then the others. */
export const TrackingReport = ({ report, isDone }: TrackingReportProps) => {
  const { problems } = report;
  const notes = importNotes(report);
  const lines = report.lines.toSorted(
    (a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused') || a.line - b.line,
  );
  return (
    <>
      <ImportNotes notes={notes} />
      <LineProblems caption="Lines that cannot be read" problems={problems} />
      {lines.length > 0 && (
        <table className={styles.table}>
          <caption>{isDone ? 'What happened' : 'What would happen'}</caption>
          <thead>
            <tr>
              <th>Line</th>
              <th>Order</th>
              <th className={styles.extra}>Parcel</th>
              <th>{isDone ? 'Result' : 'Effect'}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line}>
                <td className="num">{line.line}</td>
                <td className="num">{line.orderNumber}</td>
                <td className={`num ${styles.extra}`}>
                  {CARRIER_NAMES[line.carrier]} {line.trackingNumber}
                </td>
                <td className={styles.wide}>{outcomeText(line, isDone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
