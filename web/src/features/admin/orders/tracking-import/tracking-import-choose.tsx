import { CsvDropZone } from '../../csv-import/csv-drop-zone.js';
import styles from '../../csv-import/csv-import.module.css';

/** Lets the owner choose or drop a file, and explains its format. */
export const TrackingImportChoose = ({ onChoose }: { onChoose: (file: File) => void }) => (
  <>
    <CsvDropZone
      label="CSV file"
      what="a CSV file"
      note="CSV in UTF-8, up to 500 tracking numbers"
      accept=".csv,text/csv"
      multiple={false}
      onChoose={([file]) => file && onChoose(file)}
    />
    <div className={styles.help}>
      <p>
        The first line names the columns: <b>Order number</b>, <b>Carrier</b> (USPS, UPS, FedEx or any other) and{' '}
        <b>Tracking number</b>. Other columns are ignored, so an export of the orders with its empty columns filled in
        fits too. Lines without a tracking number are left out.
      </p>
      <p>
        Everything is checked first. Once you import, each order is marked as shipped and its buyer gets a letter, once.
        The same file can be imported again.
      </p>
    </div>
  </>
);
