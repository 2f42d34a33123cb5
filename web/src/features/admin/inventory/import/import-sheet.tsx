import { counted } from '../../../../app/counted.js';
import { ImportChoose, ImportHelp } from './import-choose.js';
import { ImportReport } from './import-report.js';
import { checkText, hasProblems } from './import-text.js';
import styles from '../../csv-import/csv-import.module.css';
import { ImportFrame } from '../../csv-import/import-frame.js';
import { useImport, type ImportStep } from './use-import.js';
import { useLeaveWarning } from '../../form/use-leave-warning.js';

interface ImportSheetProps {
  open: boolean;
  onClose: () => void;
}

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
export const ImportSheet = ({ open, onClose }: ImportSheetProps) => {
  const run = useImport();
  const { step, isLoggedOut, choose, leaveOut, stop } = run;
  const isReport = step.name === 'checked' || step.name === 'uploading' || step.name === 'adding';
  const isBusy = step.name === 'checking' || (isReport && step.name !== 'checked');
  const isBad = isReport && hasProblems(step.check);
  useLeaveWarning(open && (isBusy || isLoggedOut));

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
        <ImportChoose isMore={step.name === 'checked'} onChoose={(files) => void choose(files)} />
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
