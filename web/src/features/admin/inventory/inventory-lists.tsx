import { memo } from 'react';
import { formatDollars } from '../../../app/money.js';
import { Picture } from '../../../ui/picture.js';
import { categoryNames } from '../../geodes/geode-labels.js';
import { CategoryBadge } from '../../geodes/geode-badges.js';
import { EditButtons } from '../actions.js';
import records from '../records.module.css';
import { SelectAll, SelectAllCards } from '../selection/selection-bar.js';
import {
  FeaturedSwitch,
  ListedTier,
  SelectGeode,
  SoldUnits,
  StockState,
  useInventoryRows,
  type RowProps,
  type InventoryProps,
} from './inventory-cells.js';
import styles from './inventory.module.css';

const SELECT_SHOWN = 'Select all shown';
const ROW = 69;
const COLUMNS = 11;

/** The inventory on wide screens. Renders only the rows in view if the list is long. */
export const InventoryTable = (props: InventoryProps) => {
  const { geodes, selection, onSelect } = props;
  const { list, rows, before, after } = useInventoryRows(props, ROW);
  return (
    <table className={`${records.table} ${styles.table}`} aria-rowcount={geodes.length + 1} aria-label="Geodes">
      <thead>
        <tr aria-rowindex={1}>
          <th className={styles.picture}>
            <SelectAll label={SELECT_SHOWN} isLabelHidden items={geodes} selection={selection} onSelect={onSelect} />
            <span className="sr">Picture</span>
          </th>
          <th>Title</th>
          <th className={styles.location}>Location</th>
          <th className={styles.crystal}>Crystal type</th>
          <th className={styles.tier}>Tier</th>
          <th className={styles.category}>Category</th>
          <th className={`${styles.price} ${records.right}`}>Price</th>
          <th className={`${styles.quantity} ${records.right}`}>Quantity</th>
          <th className={styles.status}>Status</th>
          <th className={styles.featured}>Featured</th>
          <th className={styles.buttons}>
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={list}>
        <RowGap height={before} />
        {rows.map((row) => (
          <Row key={row.geode.id} {...row} />
        ))}
        <RowGap height={after} />
      </tbody>
    </table>
  );
};

/** Takes the height of the rows that are not rendered. */
const RowGap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={COLUMNS} style={{ height }} />
    </tr>
  ) : null;

const Row = memo(({ geode, index, measure, ...row }: RowProps) => (
  <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
    <td>
      <div className={styles.marked}>
        <SelectGeode geode={geode} {...row} />
        <Picture src={geode.imageUrl} alt="" sizes="42px" widest={160} />
      </div>
    </td>
    <td>
      <span className={records.title}>{geode.title}</span>
      <br />
      <span className="dim">{geode.size}</span>
    </td>
    <td>{geode.location}</td>
    <td>{geode.crystalType}</td>
    <td>
      <ListedTier tier={geode.tier} />
    </td>
    <td>{categoryNames[geode.category]}</td>
    <td className={`num ink ${records.right}`}>{formatDollars(geode.price)}</td>
    <td className={`num ${records.right}`}>
      {geode.quantity}
      <SoldUnits geode={geode} />
    </td>
    <td>
      <StockState geode={geode} {...row} />
    </td>
    <td>
      <FeaturedSwitch geode={geode} />
    </td>
    <td className={`${styles.actions} ${records.right}`}>
      <EditButtons item={geode} {...row} />
    </td>
  </tr>
));
Row.displayName = 'Row';

const CARD = 184;
const BETWEEN = 12;

/** The inventory on phones. Renders only the cards in view if the list is long. */
export const InventoryCards = (props: InventoryProps) => {
  const { geodes, selection, onSelect } = props;
  const { list, rows, before, after } = useInventoryRows(props, CARD, BETWEEN);
  return (
    <>
      <SelectAllCards label={SELECT_SHOWN} items={geodes} selection={selection} onSelect={onSelect} />
      <ul ref={list} className={records.cards} aria-label="Geodes">
        <CardGap height={before} />
        {rows.map((row) => (
          <Card key={row.geode.id} {...row} count={geodes.length} />
        ))}
        <CardGap height={after} />
      </ul>
    </>
  );
};

/** Takes the height of the cards that are not rendered. */
const CardGap = ({ height }: { height: number }) =>
  height > BETWEEN ? <li aria-hidden style={{ height: height - BETWEEN }} /> : null;

const Card = memo(({ geode, index, count, measure, ...row }: RowProps & { count: number }) => (
  <li ref={measure} data-index={index} className={records.card} aria-setsize={count} aria-posinset={index + 1}>
    <Picture src={geode.imageUrl} alt="" sizes="72px" widest={160} />
    <div className={records.facts}>
      <div>
        <span className={records.title}>{geode.title}</span>
        <span className="num strong">{formatDollars(geode.price)}</span>
      </div>
      <span className="small dim">
        {geode.location}
        <br />
        {geode.crystalType} · {geode.size}
        {geode.quantity > 1 && <span className="num"> · {geode.quantity} on sale</span>}
      </span>
      <span className={records.badges}>
        <StockState geode={geode} {...row} />
        <ListedTier tier={geode.tier} />
        <CategoryBadge category={geode.category} />
        <SoldUnits geode={geode} />
      </span>
    </div>
    <div className={records.operations}>
      <span className="row small">
        <SelectGeode geode={geode} {...row} />
        <FeaturedSwitch geode={geode} /> Featured
      </span>
      <span>
        <EditButtons item={geode} {...row} />
      </span>
    </div>
  </li>
));
Card.displayName = 'Card';
