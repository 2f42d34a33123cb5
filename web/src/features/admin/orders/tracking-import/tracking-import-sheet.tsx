import type { TrackingImport } from '@geodes/contracts';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';
import { counted } from '../../../../app/counted.js';
import { CsvDropZone } from '../../csv-import/csv-drop-zone.js';
import styles from '../../csv-import/csv-import.module.css';
import { ImportFrame, ImportNotes, LineProblems } from '../../csv-import/import-frame.js';
import { useLeaveWarning } from '../../form/use-leave-warning.js';
import { checkText, countOf, importNotes, outcomeText, resultText } from './tracking-import-text.js';
import { type TrackingImportStep, useTrackingImport } from './use-tracking-import.js';

const stepTitle = (step: TrackingImportStep): string => {
  if (step.name === 'choose') return 'Choose a file';
  if (step.name === 'checking') return 'Checking the file …';
  if (step.name === 'done') return 'Done';
  if (step.name === 'importing') return 'Importing …';
  return step.check.problems.length > 0 ? 'What cannot be read' : 'What would happen';
};

const stepText = (step: TrackingImportStep): string => {
  if (step.name === 'done') return resultText(step.result);
  if (step.name === 'checked') return checkText(step.check);
  return step.name === 'importing' ? 'The orders are being marked as shipped.' : '';
};

/** Imports tracking numbers from a file. Checks it first, and changes nothing until the owner confirms. */
export const TrackingImportSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const run = useTrackingImport();
  const { step } = run;
  const isReport = step.name === 'checked' || step.name === 'importing' || step.name === 'done';
  const isBusy = step.name === 'checking' || step.name === 'importing';
  const count =
    (step.name === 'checked' || step.name === 'importing') && step.check.problems.length === 0
      ? countOf(step.check, 'shipped')
      : 0;
  useLeaveWarning(open && (isBusy || run.isLoggedOut));

  // Stays open during the import, to report the outcome.
  const close = () => {
    if (step.name !== 'importing') onClose();
  };
  return (
    <ImportFrame
      title="Import tracking numbers"
      open={open}
      onClose={close}
      run={run}
      heading={stepTitle(step)}
      status={stepText(step)}
      isReport={isReport}
      isBusy={isBusy}
      action={count > 0 ? `Mark ${counted(count, 'Order')} as Shipped` : undefined}
    >
      {step.name === 'choose' && <TrackingImportChoose onChoose={(file) => void run.choose(file)} />}
      {(step.name === 'checked' || step.name === 'importing') && <TrackingReport report={step.check} isDone={false} />}
      {step.name === 'done' && <TrackingReport report={step.result} isDone />}
    </ImportFrame>
  );
};

/** Lets the owner choose or drop a file, and explains its format. */
const TrackingImportChoose = ({ onChoose }: { onChoose: (file: File) => void }) => (
  <>
    <CsvDropZone
      label="CSV file"
      what="a CSV file"
      note="CSV in UTF-8, up to 500 tracking numbers"
      accept=".csv,text/csv"
      multiple={false}
      onChoose={([file]) => file && onChoose(file)}
    />
    <div className={styles.help}>
      <p>
        The first line names the columns: <b>Order number</b>, <b>Carrier</b> (USPS, UPS, FedEx or any other) and{' '}
        <b>Tracking number</b>. Other columns are ignored, so an export of the orders with its empty columns filled in
        fits too. Lines without a tracking number are left out.
      </p>
      <p>
        Everything is checked first. Once you import, each order is marked as shipped and its buyer gets a letter, once.
        The same file can be imported again.
      </p>
    </div>
  </>
);

interface TrackingReportProps {
  report: TrackingImport;
  /** It has happened; otherwise it would happen. */
  isDone: boolean;
}

/** Lists by line what an import does or did: what cannot be read, what is refused, then the others. */
const TrackingReport = ({ report, isDone }: TrackingReportProps) => {
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
