import { FileSpreadsheet } from 'lucide-react';
import { useId } from 'react';
import { useDropzone } from 'react-dropzone';
import { classNames } from '../../../ui/class-names.js';
import zone from '../../../ui/drop-zone.module.css';
import { useMedia } from '../../../ui/use-media.js';
import styles from './csv-import.module.css';

interface CsvDropZoneProps {
  /** Names the field. */
  label: string;
  /** What to choose, in a sentence. */
  what: string;
  /** What the file may hold. */
  note: string;
  /** Types that the browser offers. Others can be dropped; the server checks and reports them. */
  accept: string;
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
    multiple,
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
        {...getInputProps({ id, accept })}
        // react-dropzone's aria-label would hide the label.
        aria-label={undefined}
      />
    </div>
  );
};

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
