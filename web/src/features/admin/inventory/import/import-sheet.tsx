import type { ImportCheck } from '@geodes/contracts';
import { counted } from '../../../../app/counted.js';
import { formatDollars } from '../../../../app/money.js';
import { Button } from '../../../../ui/button.js';
import styles from '../../csv-import/csv-import.module.css';
import { CsvDropZone, ImportFrame, ImportNotes, LineProblems, ReportTable } from '../../csv-import/csv-import.js';
import { isLoggedOut } from '../../form/failure.js';
import { useLeaveWarning } from '../../form/unsaved-changes.js';
import { checkNotes, checkText, hasProblems } from './import-check.js';
import { type ImportStep, useImport } from './use-import.js';

const stepTitle = (step: ImportStep): string => {
  if (step.name === 'choose') return step.pictures.length > 0 ? 'Choose the CSV file' : 'Choose a file';
  if (step.name === 'checking') return 'Checking the file …';
  if (step.name === 'checked') return hasProblems(step.check) ? 'What does not fit' : 'What would be added';
  if (step.name === 'uploading') return 'Uploading the pictures …';
  return step.name === 'adding' ? 'Adding …' : 'Done';
};

const stepText = (step: ImportStep): string => {
  if (step.name === 'choose') {
    const count = step.pictures.length;
    if (count === 0) return '';
    return `${count === 1 ? '1 picture is' : `${count} pictures are`} chosen. The CSV file that names them is still missing.`;
  }
  if (step.name === 'checking') return 'Checking the file …';
  if (step.name === 'checked') return checkText(step.check, step.pictures.length);
  if (step.name === 'uploading') return 'Nothing is added before every picture is uploaded.';
  if (step.name === 'adding') return `Adding ${counted(step.check.geodes.length, 'geode')} …`;
  return `${counted(step.created, 'geode')} ${step.created === 1 ? 'was' : 'were'} added.`;
};

/** Imports geodes from a file. Checks it first, and adds nothing until the owner confirms. */
export const ImportSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const run = useImport();
  const { step, failure, choose, leaveOut, stop } = run;
  const isReport = step.name === 'checked' || step.name === 'uploading' || step.name === 'adding';
  const isBusy = step.name === 'checking' || (isReport && step.name !== 'checked');
  const isBad = isReport && hasProblems(step.check);
  useLeaveWarning(open && (isBusy || isLoggedOut(failure?.error)));

  // Stays open while geodes are added, to report the outcome.
  const close = () => {
    stop();
    if (step.name !== 'adding') onClose();
  };
  return (
    <ImportFrame
      title="Import geodes"
      open={open}
      onClose={close}
      run={run}
      heading={stepTitle(step)}
      status={stepText(step)}
      isReport={isReport}
      isBusy={isBusy}
      action={isReport && !isBad ? `Add ${counted(step.check.geodes.length, 'Geode')}` : undefined}
      onStop={step.name === 'uploading' ? stop : undefined}
    >
      {step.name === 'uploading' && <Sending uploaded={step.uploaded} of={step.pictures.length} />}
      {(step.name === 'choose' || (step.name === 'checked' && isBad)) && (
        <CsvDropZone
          label="CSV file and pictures"
          what={isBad ? 'the corrected CSV file or more pictures' : 'a CSV file and its pictures'}
          note="CSV in UTF-8, up to 1,000 geodes and 1 MB; pictures over 10MB are made smaller"
          // The server checks and reports the types of all files.
          accept=".csv,text/csv,image/*"
          multiple
          onChoose={(files) => void choose(files)}
        />
      )}
      {step.name === 'choose' && <ImportHelp />}
      {isReport && <ImportReport check={step.check} onLeaveOut={() => void leaveOut()} />}
    </ImportFrame>
  );
};

const Sending = ({ uploaded, of }: { uploaded: number; of: number }) => (
  <div className={styles.sending}>
    <progress max={of} value={uploaded} aria-label="Upload of the pictures" />
    <span className="num">
      {uploaded} of {counted(of, 'picture')} uploaded
    </span>
  </div>
);

const SAMPLE_URL = '/api/admin/geodes/import/sample.csv';

/** Explains the format of the file. */
const ImportHelp = () => (
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

interface ImportReportProps {
  check: ImportCheck;
  /** Leaves out the pictures that do not fit. */
  onLeaveOut: () => void;
}

/** Lists the problems of an import by line and picture, and what it would add. */
const ImportReport = ({ check, onLeaveOut }: ImportReportProps) => {
  const { problems, pictureProblems, geodes } = check;
  return (
    <>
      <ImportNotes notes={checkNotes(check)} />
      <LineProblems caption="Lines that do not fit" problems={problems} />
      {pictureProblems.length > 0 && (
        <>
          <ReportTable
            caption="Pictures that do not fit"
            columns={[
              ['Picture', 'long'],
              ['What is wrong', 'wide'],
            ]}
            rows={pictureProblems.map(({ name, reason }) => ({ key: name, cells: [name, reason] }))}
          />
          <Button look="secondary" size="small" className={styles.leave} onClick={onLeaveOut}>
            {pictureProblems.length === 1 ? 'Leave this picture out' : 'Leave these pictures out'}
          </Button>
        </>
      )}
      <ReportTable
        caption={hasProblems(check) ? 'Lines that fit' : 'Geodes to add'}
        columns={[
          ['Line', 'num'],
          ['Title', 'wide'],
          ['Price', 'num', 'right'],
          ['Quantity', 'num', 'right'],
          ['Pictures', 'num', 'right', 'extra'],
        ]}
        rows={geodes.map(({ line, title, price, quantity, pictures }) => ({
          key: line,
          cells: [line, title, formatDollars(price), quantity, pictures],
        }))}
      />
    </>
  );
};
