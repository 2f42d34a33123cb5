import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { ImportChoose } from './import-choose.js';
import { ImportReport } from './import-report.js';
import { checkWords, geodesWords } from './import-words.js';
import styles from './import.module.css';
import { LoggedOutNote } from './logged-out-note.js';
import side from './side-form.module.css';
import { useImport, type ImportStep } from './use-import.js';
import { useLeaveWarning } from './use-leave-warning.js';

interface ImportSheetProps {
  open: boolean;
  onClose: () => void;
}

const titles: Record<ImportStep['name'], string> = {
  choose: 'Choose a file',
  checking: 'Checking the file …',
  checked: 'What would be added',
  adding: 'Adding …',
  added: 'Done',
};

const saidOf = (step: ImportStep): string => {
  if (step.name === 'checking') return 'Checking the file …';
  if (step.name === 'checked') return checkWords(step.check);
  if (step.name === 'adding') return `Adding ${geodesWords(step.check.geodes.length)} …`;
  if (step.name === 'added')
    return step.created === 1 ? '1 geode was added.' : `${geodesWords(step.created)} were added.`;
  return '';
};

/** Geodes from a file, beside the inventory: it is checked first, and nothing is added before the owner says so. */
export const ImportSheet = ({ open, onClose }: ImportSheetProps) => {
  const { step, failure, isLoggedOut, choose, confirm, startAnew } = useImport();
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = step.name === 'checking' || step.name === 'adding';
  const isReport = step.name === 'checked' || step.name === 'adding';
  useLeaveWarning(open && (isBusy || isLoggedOut));

  const shown = useRef(step.name);
  useEffect(() => {
    // what was pressed has gone with its step
    if (shown.current !== step.name) heading.current?.focus();
    shown.current = step.name;
  }, [step.name]);

  // what is on its way to the shop is told about when it has arrived
  const close = () => step.name !== 'adding' && onClose();
  return (
    <Dialog open={open} onClose={close} label="Import geodes" place="right" className={side.side}>
      <header className={side.head}>
        <h2>Import geodes</h2>
        <IconButton label="Close" onClick={close}>
          <X className="icon" aria-hidden />
        </IconButton>
      </header>
      <div className={side.form} aria-busy={isBusy}>
        <div
          className={side.scroll}
          // a long report is scrolled by the keyboard
          {...(isReport && { tabIndex: 0, role: 'region', 'aria-label': 'Report' })}
        >
          <h3 ref={heading} tabIndex={-1} className={styles.step}>
            {titles[step.name]}
          </h3>
          <p role="status" className={styles.said}>
            {saidOf(step)}
          </p>
          {step.name === 'choose' && <ImportChoose onChoose={(file) => void choose(file)} />}
          {isReport && <ImportReport check={step.check} />}
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
              <Button look={step.check.geodes.length > 0 ? 'quiet' : 'primary'} onClick={startAnew}>
                Choose another file
              </Button>
            )}
            {isReport && step.check.geodes.length > 0 && (
              <Button busy={isBusy} onClick={() => void confirm()}>
                {step.check.geodes.length === 1 ? 'Add 1 Geode' : `Add ${step.check.geodes.length} Geodes`}
              </Button>
            )}
            {step.name === 'added' && (
              <>
                <Button look="quiet" onClick={startAnew}>
                  Import another file
                </Button>
                {/* it stands where Add stood: the second press of a double one is not meant for it */}
                <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
              </>
            )}
          </div>
        </footer>
      </div>
    </Dialog>
  );
};
