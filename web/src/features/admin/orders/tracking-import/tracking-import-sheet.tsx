import { useState } from 'react';
import { isApiError, messageOf } from '../../../../app/api-error.js';
import { api } from '../../../../app/api.js';
import { type Failure, isLoggedOut } from '../../form/failure.js';
import { LIST_TAGS, SHIP_TIMEOUT_MS } from '../orders.api.js';
import type { TrackingImport } from '@geodes/contracts';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';
import { counted } from '../../../../app/counted.js';
import styles from '../../csv-import/csv-import.module.css';
import {
  CsvDropZone,
  ImportFrame,
  ImportNotes,
  LineProblems,
  ONE_FILE_TEXT,
  ReportTable,
  readFile,
} from '../../csv-import/csv-import.js';
import { useLeaveWarning } from '../../form/unsaved-changes.js';
import { checkText, countOf, importNotes, outcomeText, resultText } from './tracking-import-text.js';

const toRequest = (file: File) => {
  const body = new FormData();
  body.append('file', file);
  return { method: 'POST' as const, body, timeout: SHIP_TIMEOUT_MS };
};

const { useCheckTrackingMutation, useImportTrackingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reports what an import would do. */
    checkTracking: build.mutation<TrackingImport, File>({
      query: (file) => ({ url: '/admin/orders/tracking/check', ...toRequest(file) }),
    }),
    /** Refetches the lists also after a failure, which may be partial. */
    importTracking: build.mutation<TrackingImport, File>({
      query: (file) => ({ url: '/admin/orders/tracking', ...toRequest(file) }),
      invalidatesTags: LIST_TAGS,
    }),
  }),
});

/** The state of an import. */
type TrackingImportStep =
  | { name: 'choose' }
  | { name: 'checking' }
  | { name: 'checked' | 'importing'; file: File; check: TrackingImport }
  | { name: 'done'; result: TrackingImport };

const failureText = (error: unknown): string =>
  isApiError(error) && error.status > 0 && error.status < 500
    ? messageOf(error, 'Please try again.')
    : 'The shop did not answer in time. Please try again: nothing happens twice.';

/** Runs an import: choose, check, import. */
const useTrackingImport = () => {
  const [step, setStep] = useState<TrackingImportStep>({ name: 'choose' });
  const [failure, setFailure] = useState<Failure>();
  const [check] = useCheckTrackingMutation();
  const [run] = useImportTrackingMutation();

  const fail = (error: unknown) => setFailure({ error, text: failureText(error) });
  return {
    step,
    failure,
    restart: () => {
      setFailure(undefined);
      setStep({ name: 'choose' });
    },
    choose: async ([chosen, another]: File[]): Promise<void> => {
      setFailure(undefined);
      if (!chosen || another) return setFailure({ error: undefined, text: ONE_FILE_TEXT });
      const file = await readFile(chosen);
      if (typeof file === 'string') return setFailure({ error: undefined, text: file });
      setStep({ name: 'checking' });
      const { data, error } = await check(file);
      if (data) return setStep({ name: 'checked', file, check: data });
      fail(error);
      setStep({ name: 'choose' });
    },
    confirm: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      setFailure(undefined);
      setStep({ ...step, name: 'importing' });
      const { data, error } = await run(step.file);
      if (data) return setStep({ name: 'done', result: data });
      fail(error);
      setStep(step);
    },
  };
};

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
  useLeaveWarning(open && (isBusy || isLoggedOut(run.failure?.error)));

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
      {step.name === 'choose' && <TrackingImportChoose onChoose={(files) => void run.choose(files)} />}
      {(step.name === 'checked' || step.name === 'importing') && <TrackingReport report={step.check} isDone={false} />}
      {step.name === 'done' && <TrackingReport report={step.result} isDone />}
    </ImportFrame>
  );
};

/** Lets the owner choose or drop a file, and explains its format. */
const TrackingImportChoose = ({ onChoose }: { onChoose: (files: File[]) => void }) => (
  <>
    <CsvDropZone
      label="CSV file"
      what="a CSV file"
      note="CSV in UTF-8, up to 500 tracking numbers"
      accept=".csv,text/csv"
      multiple={false}
      onChoose={onChoose}
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
  const lines = report.lines.toSorted(
    (a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused') || a.line - b.line,
  );
  return (
    <>
      <ImportNotes notes={importNotes(report)} />
      <LineProblems caption="Lines that cannot be read" problems={report.problems} />
      <ReportTable
        caption={isDone ? 'What happened' : 'What would happen'}
        columns={[
          ['Line', 'num'],
          ['Order and parcel', 'num', 'long'],
          [isDone ? 'Result' : 'Effect', 'wide'],
        ]}
        rows={lines.map((line) => ({
          key: line.line,
          cells: [
            line.line,
            <>
              {line.orderNumber}
              <div>{`${CARRIER_NAMES[line.carrier]} ${line.trackingNumber}`}</div>
            </>,
            outcomeText(line, isDone),
          ],
        }))}
      />
    </>
  );
};
