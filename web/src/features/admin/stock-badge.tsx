import type { Availability, Geode } from '@geodes/contracts';
import { Badge } from '../../ui/badge.js';
import { tierNames } from '../geodes/geode-facts.js';
import styles from './inventory.module.css';

export const StockBadge = ({ availability }: { availability: Availability }) => {
  if (availability === 'available') return <Badge tone="green">Available</Badge>;
  return <Badge tone="gone">{availability === 'held' ? 'In another checkout' : 'Currently Unavailable'}</Badge>;
};

/** How many of a geode were sold, where any were: those are part of orders. */
export const SoldUnits = ({ geode: { soldQuantity = 0 } }: { geode: Geode }) =>
  soldQuantity > 0 ? <span className={`small dim num ${styles.sold}`}>{soldQuantity} sold</span> : null;

/** As shoppers see it, but with the browser's own tooltip: a long list scrolls without making hundreds of ours. */
export const ListedTier = ({ tier }: { tier: Geode['tier'] }) =>
  tier === '' ? null : (
    <Badge tone={tier === 'S' || tier === 'A' ? 'honey' : 'honeyTint'} title={tierNames[tier]}>
      <span className="sr">Tier </span>
      {tier}
    </Badge>
  );
