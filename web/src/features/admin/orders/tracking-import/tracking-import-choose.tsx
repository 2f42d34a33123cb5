import { FileSpreadsheet } from 'lucide-react';
import { useId } from 'react';
import { useDropzone } from 'react-dropzone';
import { classNames } from '../../../../ui/class-names.js';
import { useMedia } from '../../../../ui/use-media.js';
import zone from '../../../../ui/drop-zone.module.css';
import styles from '../../csv-import/csv-import.module.css';

/** Lets the owner choose or drop a file, and explains its format. */
export const TrackingImportChoose = ({ onChoose }: { onChoose: (file: File) => void }) => {
  const id = useId();
  const canDrop = useMedia('(hover: hover)');
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    onDrop: ([file]) => file && onChoose(file),
  });
  return (
    <>
      <div {...getRootProps()} className={classNames(zone.zone, styles.drop, isDragActive && zone.over)}>
        <FileSpreadsheet className="icon" aria-hidden />
        <span>
          {isDragActive && 'Drop it here'}
          {!isDragActive && canDrop && 'Drop a CSV file or '}
          <button type="button" className={classNames(zone.choose, isDragActive && 'sr')} onClick={open}>
            {canDrop ? 'choose it' : 'Choose a CSV file'}
          </button>
        </span>
        <span className="mini dim">CSV in UTF-8, up to 500 tracking numbers</span>
        <label className="sr" htmlFor={id}>
          CSV file
        </label>
        <input
          {...getInputProps({ id, accept: '.csv,text/csv' })}
          // react-dropzone's aria-label would hide the label.
          aria-label={undefined}
        />
      </div>
      <div className={styles.help}>
        <p>
          The first line names the columns: <b>Order number</b>, <b>Carrier</b> (USPS, UPS, FedEx or any other) and{' '}
          <b>Tracking number</b>. Other columns are ignored, so an export of the orders with its empty columns filled in
          fits too. Lines without a tracking number are left out.
        </p>
        <p>
          Everything is checked first. Once you import, each order is marked as shipped and its buyer gets a letter,
          once. The same file can be imported again.
        </p>
      </div>
    </>
  );
};
