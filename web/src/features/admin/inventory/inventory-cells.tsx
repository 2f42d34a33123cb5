import type { Geode, OpenHold } from '@geodes/contracts';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Badge } from '../../../ui/badge.js';
import { Checkbox } from '../../../ui/checkbox.js';
import { Switch } from '../../../ui/switch.js';
import { TextButton } from '../../../ui/button.js';
import { availabilityOf } from '../../geodes/availability.js';
import { tierTone } from '../../geodes/geode-badges.js';
import { tierNames } from '../../geodes/geode-labels.js';
import { ConfirmedAction } from '../actions.js';
import { timeOfDay } from '../dates.js';
import { useEndBuyersHoldMutation } from '../holds.api.js';
import type { Selection } from '../selection/selection.js';
import { useSetFeaturedMutation } from './inventory.api.js';
import styles from './inventory.module.css';
import { useLongList } from './use-long-list.js';

const StockBadge = ({ geode }: { geode: Geode }) => {
  switch (availabilityOf(geode)) {
    case 'available':
      return geode.isDraft ? null : <Badge tone="green">Available</Badge>;
    case 'upcoming':
      return (
        <Badge tone="purple" className={styles.upcoming}>
          {geode.availableFrom ? `On sale ${saleTimeText(geode.availableFrom)}` : 'Upcoming'}
        </Badge>
      );
    case 'held':
      return <Badge tone="gone">In another checkout</Badge>;
    case 'sold':
      return <Badge tone="gone">Currently Unavailable</Badge>;
  }
};

type StockStateProps = Pick<RowProps, 'geode' | 'hold' | 'onEndHold'>;

/**
 * Shows whether a geode can be bought now, and that it is a draft. If a buyer holds it, shows until when, and a button
 * that ends the hold.
 */
export const StockState = ({ geode, hold, onEndHold }: StockStateProps) => {
  const availability = availabilityOf(geode);
  const isHeld = hold && availability !== 'sold';
  return (
    <span className={styles.state}>
      {geode.isDraft && <Badge tone="outlined">Draft</Badge>}
      {!(isHeld && availability === 'held') && <StockBadge geode={geode} />}
      {isHeld && <HoldState geode={geode} hold={hold} onEndHold={onEndHold} />}
    </span>
  );
};

const HoldState = ({ geode, hold, onEndHold }: StockStateProps & { hold: OpenHold }) => (
  <>
    <Badge tone="yellow">On hold</Badge>
    <span className="small dim num">{hold.isUnderPayment ? 'being paid now' : `until ${timeOfDay(hold.endsAt)}`}</span>
    {!hold.isUnderPayment && (
      <TextButton
        className={`small ${styles.end}`}
        aria-label={`End hold: ${geode.title}`}
        onClick={() => onEndHold({ hold, geode })}
      >
        End hold
      </TextButton>
    )}
  </>
);

/** Shows how many units were sold, if any. */
export const SoldUnits = ({ geode: { soldQuantity = 0 } }: { geode: Geode }) =>
  soldQuantity > 0 ? <span className={`small dim num ${styles.sold}`}>{soldQuantity} sold</span> : null;

/** Uses the browser's tooltip, because hundreds of our own would slow down scrolling. */
export const ListedTier = ({ tier }: { tier: Geode['tier'] }) =>
  tier === '' ? null : (
    <Badge tone={tierTone(tier)} title={tierNames[tier]}>
      <span className="sr">Tier </span>
      {tier}
    </Badge>
  );

/** Switches whether the home page shows a geode, and saves at once. */
export const FeaturedSwitch = ({ geode }: { geode: Geode }) => {
  const dispatch = useAppDispatch();
  const [setFeatured, { isLoading }] = useSetFeaturedMutation();
  const change = async (isFeatured: boolean) => {
    const { error } = await setFeatured({ id: geode.id, isFeatured });
    dispatch(
      notified(
        error
          ? { title: 'Failed to update featured status', text: 'Please try again.', tone: 'bad' }
          : { title: isFeatured ? 'Featured' : 'No longer featured', text: geode.title },
      ),
    );
  };
  return (
    <Switch
      label={`Featured: ${geode.title}`}
      isOn={geode.isFeatured}
      busy={isLoading}
      onChange={(isOn) => void change(isOn)}
    />
  );
};

type SelectGeodeProps = Pick<RowProps, 'geode' | 'isSelected' | 'onSelect'>;

export const SelectGeode = ({ geode, isSelected, onSelect }: SelectGeodeProps) => (
  <Checkbox
    label={`Select ${geode.title}`}
    isLabelHidden
    checked={isSelected}
    onChange={(isOn) => onSelect([geode], isOn)}
  />
);

interface GeodeActions {
  onSelect: (geodes: readonly Geode[], isOn: boolean) => void;
  onEdit: (geode: Geode) => void;
  onDelete: (geode: Geode) => void;
  onEndHold: (held: HoldOfGeode) => void;
}

export interface InventoryProps extends GeodeActions {
  geodes: readonly Geode[];
  /** By geode id. */
  holds: ReadonlyMap<string, OpenHold>;
  selection: Selection<Geode>;
}

/** Of a row of the table, or a card. */
export interface RowProps extends GeodeActions {
  geode: Geode;
  /** The hold that contains a unit of it, if any. */
  hold: OpenHold | undefined;
  isSelected: boolean;
  index: number;
  measure: ((row: Element | null) => void) | undefined;
}

/** Returns the rows or cards to render, and the heights of those that are not, as `useLongList` does. */
export const useInventoryRows = (props: InventoryProps, height: number, gap?: number) => {
  const { geodes, holds, selection, ...actions } = props;
  const { indexes, measure, ...list } = useLongList(geodes.length, height, gap);
  const rows = indexes.flatMap((index): RowProps[] => {
    const geode = geodes[index];
    if (!geode) return [];
    const { id } = geode;
    return [{ geode, hold: holds.get(id), isSelected: selection.has(id), index, measure, ...actions }];
  });
  return { rows, ...list };
};

/** A buyer's hold, and the geode in whose row it is shown. */
export interface HoldOfGeode {
  hold: OpenHold;
  geode: Geode;
}

interface EndHoldProps {
  /** The hold to end; null closes the dialog. */
  selected: HoldOfGeode | null;
  onDone: () => void;
}

const confirmText = (count: number): string =>
  count === 1
    ? 'The stone is on sale again at once, for everybody. The buyer is told, and can go on if it is still there.'
    : `All ${count} stones of this checkout are on sale again at once, for everybody. The buyer is told, and can go on if they are still there.`;

/** Asks for confirmation, ends a buyer's hold and reports the outcome. */
export const EndHold = ({ selected, onDone }: EndHoldProps) => {
  const [endHold] = useEndBuyersHoldMutation();
  return (
    <ConfirmedAction
      subject={selected}
      title="End hold"
      text={confirmText(selected?.hold.geodeIds.length ?? 1)}
      action="End hold"
      run={({ hold }) => endHold(hold)}
      done={({ geode }) => ({ title: 'Hold ended', text: geode.title })}
      failed={{ title: 'Cannot End Hold', text: 'The hold was not ended. Please try again.' }}
      onClose={onDone}
    />
  );
};
