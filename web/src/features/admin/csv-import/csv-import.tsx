import type { LineProblem } from '@geodes/contracts';
import { FileUp, FileSpreadsheet } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useId } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import zone from '../../../ui/drop-zone.module.css';
import { useMedia } from '../../../ui/use-media.js';
import { Sheet, useSheet } from '../form/form-sheet.js';
import side from '../form/form-sheet.module.css';
import type { Failure } from '../form/failure.js';
import { FailureNote } from '../form/failure-note.js';
import styles from './csv-import.module.css';

interface ImportButtonProps {
  label: string;
  /** The import, mounted again for each opening. */
  ImportSheet: ComponentType<{ open: boolean; onClose: () => void }>;
}

/** Opens the sheet of an import. */
export const ImportButton = ({ label, ImportSheet }: ImportButtonProps) => {
  const sheet = useSheet();
  return (
    <>
      <Button look="quiet" size="small" onClick={() => sheet.open()}>
        <FileUp className="icon-s" aria-hidden />
        {label}
      </Button>
      <ImportSheet key={sheet.key} open={sheet.isOpen} onClose={sheet.close} />
    </>
  );
};

interface ImportFrameProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** The import. Others of its steps than `choose`, `checking`, `checked` and `done` have no buttons of their own. */
  run: {
    step: { name: string };
    failure: Failure | undefined;
    confirm: () => Promise<void>;
    restart: () => void;
  };
  /** Heads the step. */
  heading: string;
  /** How far the step is. */
  status: string;
  /** The step shows a report. */
  isReport: boolean;
  isBusy: boolean;
  /** Label of the importing button; undefined if nothing can be imported. */
  action: string | undefined;
  /** Set while the import can be stopped. */
  onStop?: () => void;
  children: ReactNode;
}

/** The sheet of an import, with the heading and the buttons of its step. */
export const ImportFrame = (props: ImportFrameProps) => {
  const { title, open, onClose, run, isReport, isBusy, action, onStop } = props;
  const step = run.step.name;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    // The pressed button left the page with its step.
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <Sheet open={open} title={title} onClose={onClose}>
      <div className={side.form} aria-busy={isBusy}>
        <div
          className={side.scroll}
          // Makes a long report scrollable by keyboard.
          {...(isReport && { tabIndex: 0, role: 'region', 'aria-label': 'Report' })}
        >
          <h3 ref={heading} tabIndex={-1} className={styles.step}>
            {props.heading}
          </h3>
          <p role="status" className={styles.said}>
            {props.status}
          </p>
          {props.children}
        </div>
        <footer className={side.foot}>
          <FailureNote {...run.failure} className={side.failure} />
          <div className={side.answers}>
            {(step === 'choose' || step === 'checking') && (
              <Button look="quiet" onClick={onClose}>
                Cancel
              </Button>
            )}
            {step === 'checked' && (
              <Button look={action ? 'quiet' : 'primary'} onClick={run.restart}>
                Choose another file
              </Button>
            )}
            {onStop && (
              <Button look="quiet" onClick={onStop}>
                Stop
              </Button>
            )}
            {action && (
              <Button busy={isBusy} onClick={() => void run.confirm()}>
                {action}
              </Button>
            )}
            {step === 'done' && (
              <>
                <Button look="quiet" onClick={run.restart}>
                  Import another file
                </Button>
                {/* Replaces the importing button in the same place, so the second press of a double click is ignored. */}
                <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
              </>
            )}
          </div>
        </footer>
      </div>
    </Sheet>
  );
};

/** Lists what the owner should know of a file. */
export const ImportNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );

type Column = 'num' | 'right' | 'extra' | 'wide' | 'long';

interface ReportTableProps {
  caption: string;
  /** Headings, each with the looks of its column. */
  columns: readonly (readonly [heading: string, ...looks: Column[]])[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}

/** A table of what an import finds or does; nothing without rows. */
export const ReportTable = ({ caption, columns, rows }: ReportTableProps) => {
  const classes = columns.map(([, ...looks]) =>
    classNames(...looks.map((look) => (look === 'num' ? look : styles[look]))),
  );
  return (
    rows.length > 0 && (
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(([heading], index) => (
              <th key={heading} className={classes[index]}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={index} className={classes[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  );
};

/** Lists the lines of a file that are refused, and why. */
export const LineProblems = ({ caption, problems }: { caption: string; problems: readonly LineProblem[] }) => (
  <ReportTable
    caption={caption}
    columns={[['Line', 'num'], ['Column'], ['What is wrong', 'wide']]}
    rows={problems.map(({ line, column, reason }) => ({
      key: `${line} ${column} ${reason}`,
      cells: [line, column || 'All', reason],
    }))}
  />
);

interface CsvDropZoneProps {
  /** Names the field. */
  label: string;
  /** What to choose, in a sentence. */
  what: string;
  /** What the file may hold. */
  note: string;
  /** Types that the browser offers. Others can be dropped; the server checks and reports them. */
  accept: string;
  /** The browser offers several at once; several can be dropped in any case. */
  multiple: boolean;
  /** Receives at least one file. */
  onChoose: (files: File[]) => void;
}

/** Lets the owner choose or drop a file, or several. */
export const CsvDropZone = ({ label, what, note, accept, multiple, onChoose }: CsvDropZoneProps) => {
  const id = useId();
  const canDrop = useMedia('(hover: hover)');
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => files.length > 0 && onChoose(files),
  });
  const them = multiple ? 'them' : 'it';
  return (
    <div {...getRootProps()} className={classNames(zone.zone, styles.drop, isDragActive && zone.over)}>
      <FileSpreadsheet className="icon" aria-hidden />
      <span>
        {isDragActive && `Drop ${them} here`}
        {!isDragActive && canDrop && `Drop ${what} or `}
        <button type="button" className={classNames(zone.choose, isDragActive && 'sr')} onClick={open}>
          {canDrop ? `choose ${them}` : `Choose ${what}`}
        </button>
      </span>
      <span className="mini dim">{note}</span>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        {...getInputProps({ id, accept, multiple })}
        // react-dropzone's aria-label would hide the label.
        aria-label={undefined}
      />
    </div>
  );
};

export const ONE_FILE_TEXT = 'Please choose one CSV file at a time.';

/** The server has the same limit. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Copies a CSV file into memory, so that the import takes what was checked even if the file changes on disk. Resolves to a
 * text if it is too large or cannot be read.
 */
export const readFile = async (file: File): Promise<File | string> => {
  if (file.size > MAX_FILE_BYTES) return 'The file must be smaller than 1 MB. Please split it.';
  try {
    return new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });
  } catch {
    return 'The file cannot be read. Please choose it again.';
  }
};
