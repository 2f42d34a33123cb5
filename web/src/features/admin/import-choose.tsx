import { FileSpreadsheet } from 'lucide-react';
import { useId } from 'react';
import { useDropzone } from 'react-dropzone';
import { classNames } from '../../ui/class-names.js';
import { useMedia } from '../../ui/use-media.js';
import zone from '../../ui/drop-zone.module.css';
import styles from './import.module.css';
import { SAMPLE_ADDRESS } from './spreadsheets.api.js';

interface ImportChooseProps {
  onChoose: (file: File) => void;
}

/** A file is chosen or dropped; what kind it really is the shop finds out, and says. */
export const ImportChoose = ({ onChoose }: ImportChooseProps) => {
  const id = useId();
  const canDrop = useMedia('(hover: hover)');
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
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
            {canDrop ? 'choose one' : 'Choose a CSV file'}
          </button>
        </span>
        <span className="mini dim">UTF-8, up to 1,000 geodes and 1 MB</span>
        <label className="sr" htmlFor={id}>
          CSV file
        </label>
        <input
          {...getInputProps({ id, accept: '.csv,text/csv' })}
          // react-dropzone's own name would hide that of the label
          aria-label={undefined}
        />
      </div>
      <div className={styles.help}>
        <p>
          The first line names the columns, as in an export of the inventory:{' '}
          <a href={SAMPLE_ADDRESS} download className={styles.sample}>
            download a sample file
          </a>
          . Each line after it becomes a new geode, also where it has an id.
        </p>
        <p>
          Pictures are those that the shop has already: their addresses, such as /objects/name.webp, with a blank
          between them, the main one first. An export has them.
        </p>
        <p>The file is checked first. Nothing is added before you have seen what would be.</p>
      </div>
    </>
  );
};
