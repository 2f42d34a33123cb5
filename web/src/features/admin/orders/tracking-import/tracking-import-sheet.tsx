import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialog.js';
import { CloseButton } from '../../../../ui/icon-button.js';
import side from '../../form/form-sheet.module.css';
import { useLeaveWarning } from '../../form/use-leave-warning.js';
import styles from '../../csv-import/csv-import.module.css';
import { LoggedOutNote } from '../../session/logged-out-note.js';
import { TrackingImportChoose } from './tracking-import-choose.js';
import { checkText, countOf, resultText } from './tracking-import-text.js';
import { TrackingReport } from './tracking-report.js';
import { type TrackingImportStep, useTrackingImport } from './use-tracking-import.js';

const TITLE = 'Import tracking numbers';

const stepTitle = (step: TrackingImportStep): string => {
  if (step.name === 'choose') return 'Choose a file';
  if (step.name === 'checking') return 'Checking the file …';
  if (step.name === 'imported') return 'Done';
  if (step.name === 'importing') return 'Importing …';
  return step.check.problems.length > 0 ? 'What cannot be read' : 'What would happen';
};

const stepText = (step: TrackingImportStep): string => {
  if (step.name === 'imported') return resultText(step.result);
  if (step.name === 'checked') return checkText(step.check);
  return step.name === 'importing' ? 'The orders are being marked as shipped.' : '';
};

/** Opens the import of tracking numbers. */
export const TrackingImportButton = () => {
  /** The key starts each import from its first step. */
  const [sheet, setSheet] = useState({ isOpen: false, time: 0 });
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setSheet(({ time }) => ({ isOpen: true, time: time + 1 }))}>
        <FileUp className="icon-s" aria-hidden />
        {TITLE}
      </Button>
      <TrackingImportSheet
        key={sheet.time}
        open={sheet.isOpen}
        onClose={() => setSheet((now) => ({ ...now, isOpen: false }))}
      />
    </>
  );
};

/** Imports tracking numbers from a file. Checks it first, and changes nothing until the owner confirms. */
const TrackingImportSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { step, failure, isLoggedOut, choose, confirm, restart } = useTrackingImport();
  const heading = useRef<HTMLHeadingElement>(null);
  const isReport = step.name === 'checked' || step.name === 'importing' || step.name === 'imported';
  const isBusy = step.name === 'checking' || step.name === 'importing';
  const count =
    (step.name === 'checked' || step.name === 'importing') && step.check.problems.length === 0
      ? countOf(step.check, 'shipped')
      : 0;
  useLeaveWarning(open && isBusy);

  const shown = useRef(step.name);
  useEffect(() => {
    // The pressed button left the page with its step.
    if (shown.current !== step.name) heading.current?.focus();
    shown.current = step.name;
  }, [step.name]);

  // Stays open during the import, to report the outcome.
  const close = () => {
    if (step.name !== 'importing') onClose();
  };
  return (
    <Dialog open={open} onClose={close} label={TITLE} place="right" className={side.side}>
      <header className={side.head}>
        <h2>{TITLE}</h2>
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
          {step.name === 'choose' && <TrackingImportChoose onChoose={(file) => void choose(file)} />}
          {(step.name === 'checked' || step.name === 'importing') && (
            <TrackingReport report={step.check} isDone={false} />
          )}
          {step.name === 'imported' && <TrackingReport report={step.result} isDone />}
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
              <Button look={count > 0 ? 'quiet' : 'primary'} onClick={restart}>
                Choose another file
              </Button>
            )}
            {count > 0 && (
              <Button busy={isBusy} onClick={() => void confirm()}>
                {count === 1 ? 'Mark 1 Order as Shipped' : `Mark ${count} Orders as Shipped`}
              </Button>
            )}
            {step.name === 'imported' && (
              <>
                <Button look="quiet" onClick={restart}>
                  Import another file
                </Button>
                {/* Replaces the import's button in the same place, so the second press of a double click is ignored. */}
                <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
              </>
            )}
          </div>
        </footer>
      </div>
    </Dialog>
  );
};
