import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { useLeaveWarning } from '../../form/use-leave-warning.js';
import { ImportFrame } from '../../csv-import/import-frame.js';
import { TrackingImportChoose } from './tracking-import-choose.js';
import { checkText, countOf, resultText } from './tracking-import-text.js';
import { TrackingReport } from './tracking-report.js';
import { type TrackingImportStep, useTrackingImport } from './use-tracking-import.js';

const TITLE = 'Import tracking numbers';

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
  const run = useTrackingImport();
  const { step } = run;
  const isReport = step.name === 'checked' || step.name === 'importing' || step.name === 'done';
  const isBusy = step.name === 'checking' || step.name === 'importing';
  const count =
    (step.name === 'checked' || step.name === 'importing') && step.check.problems.length === 0
      ? countOf(step.check, 'shipped')
      : 0;
  useLeaveWarning(open && isBusy);

  // Stays open during the import, to report the outcome.
  const close = () => {
    if (step.name !== 'importing') onClose();
  };
  return (
    <ImportFrame
      title={TITLE}
      open={open}
      onClose={close}
      run={run}
      heading={stepTitle(step)}
      status={stepText(step)}
      isReport={isReport}
      isBusy={isBusy}
      action={count > 0 ? (count === 1 ? 'Mark 1 Order as Shipped' : `Mark ${count} Orders as Shipped`) : undefined}
    >
      {step.name === 'choose' && <TrackingImportChoose onChoose={(file) => void run.choose(file)} />}
      {(step.name === 'checked' || step.name === 'importing') && <TrackingReport report={step.check} isDone={false} />}
      {step.name === 'done' && <TrackingReport report={step.result} isDone />}
    </ImportFrame>
  );
};
