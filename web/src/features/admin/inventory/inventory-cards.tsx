import { memo } from 'react';
import { formatDollars } from '../../../app/money.js';
import { Picture } from '../../../ui/picture.js';
import { CategoryBadge } from '../../geodes/geode-badges.js';
import { EditButtons } from '../actions.js';
import { SELECT_SHOWN } from './inventory-list.js';
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
import records from '../records.module.css';
import { SelectAllCards } from '../selection/selection-bar.js';

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
        <Gap height={before} />
        {rows.map((row) => (
          <Card key={row.geode.id} {...row} count={geodes.length} />
        ))}
        <Gap height={after} />
      </ul>
    </>
  );
};

/** Takes the height of the cards that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > BETWEEN ? <li aria-hidden style={{ height: height - BETWEEN }} /> : null;

const Card = memo(
  ({
    geode,
    hold,
    isSelected,
    index,
    count,
    measure,
    onSelect,
    onEdit,
    onDelete,
    onEndHold,
  }: RowProps & { count: number }) => (
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
          <StockState geode={geode} hold={hold} onEndHold={onEndHold} />
          <ListedTier tier={geode.tier} />
          <CategoryBadge category={geode.category} />
          <SoldUnits geode={geode} />
        </span>
      </div>
      <div className={records.operations}>
        <span className="row small">
          <SelectGeode geode={geode} isSelected={isSelected} onSelect={onSelect} />
          <FeaturedSwitch geode={geode} /> Featured
        </span>
        <span>
          <EditButtons item={geode} onEdit={onEdit} onDelete={onDelete} />
        </span>
      </div>
    </li>
  ),
);
Card.displayName = 'Card';
