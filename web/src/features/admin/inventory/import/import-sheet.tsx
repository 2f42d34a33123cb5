import { useEffect, useRef } from 'react';
import { counted } from '../../../../app/counted.js';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialog.js';
import { CloseButton } from '../../../../ui/icon-button.js';
import { ImportChoose, ImportHelp } from './import-choose.js';
import { ImportReport } from './import-report.js';
import { checkText, hasProblems } from './import-text.js';
import styles from '../../csv-import/csv-import.module.css';
import { LoggedOutNote } from '../../session/logged-out-note.js';
import side from '../../form/form-sheet.module.css';
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
  const { step, failure, isLoggedOut, choose, leaveOut, confirm, stop, restart } = useImport();
  const heading = useRef<HTMLHeadingElement>(null);
  const isReport = step.name === 'checked' || step.name === 'uploading' || step.name === 'adding';
  const isBusy = step.name === 'checking' || (isReport && step.name !== 'checked');
  const isBad = isReport && hasProblems(step.check);
  useLeaveWarning(open && (isBusy || isLoggedOut));

  const shown = useRef(step.name);
  useEffect(() => {
    // The pressed button left the page with its step.
    if (shown.current !== step.name) heading.current?.focus();
    shown.current = step.name;
  }, [step.name]);

  // Stays open while geodes are added, to report the outcome.
  const close = () => {
    stop();
    if (step.name !== 'adding') onClose();
  };
  return (
    <Dialog open={open} onClose={close} label="Import geodes" place="right" className={side.side}>
      <header className={side.head}>
        <h2>Import geodes</h2>
        <CloseButton onClick={close} />
      </header>
      <div className={side.form} aria-busy={isBusy}>
        <div
          className={side.scroll}
          // Makes a long report scrollable by keyboard.
          {...(isReport && { tabIndex: 0, role: 'region', 'aria-label': 'Report' })}
        >
          <h3 ref={heading} tabIndex={-1} className={styles.step}>
            {stepTitle(step)}
          </h3>
          <p role="status" className={styles.said}>
            {stepText(step)}
          </p>
          {step.name === 'uploading' && <Sending uploaded={step.uploaded} of={step.pictures.length} />}
          {(step.name === 'choose' || (step.name === 'checked' && isBad)) && (
            <ImportChoose isMore={step.name === 'checked'} onChoose={(files) => void choose(files)} />
          )}
          {step.name === 'choose' && <ImportHelp />}
          {isReport && <ImportReport check={step.check} onLeaveOut={() => void leaveOut()} />}
        </div>
        <footer className={side.foot}>
          <div role="alert" className={side.failure}>
            {isLoggedOut ? <LoggedOutNote /> : failure}
          </div>
          <div className={side.answers}>
            {(step.name === 'choose' || step.name === 'checking') && (
              <Button look="quiet" onClick={close}>
                Cancel
              </Button>
            )}
            {step.name === 'checked' && (
              <Button look={isBad ? 'primary' : 'quiet'} onClick={restart}>
                Choose another file
              </Button>
            )}
            {step.name === 'uploading' && (
              <Button look="quiet" onClick={stop}>
                Stop
              </Button>
            )}
            {isReport && !isBad && (
              <Button busy={isBusy} onClick={() => void confirm()}>
                Add {counted(step.check.geodes.length, 'Geode')}
              </Button>
            )}
            {step.name === 'added' && (
              <>
                <Button look="quiet" onClick={restart}>
                  Import another file
                </Button>
                {/* Replaces Add in the same place, so the second press of a double click is ignored. */}
                <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
              </>
            )}
          </div>
        </footer>
      </div>
    </Dialog>
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
