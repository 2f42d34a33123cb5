import type { Availability, Geode } from '@geodes/contracts';
import { Badge } from '../../ui/badge.js';
import styles from './inventory.module.css';

export const StockBadge = ({ availability }: { availability: Availability }) => {
  if (availability === 'available') return <Badge tone="green">Available</Badge>;
  return <Badge tone="gone">{availability === 'held' ? 'In another checkout' : 'Currently Unavailable'}</Badge>;
};

/** How many of a geode were sold, where any were: those are part of orders. */
export const SoldUnits = ({ geode: { soldQuantity = 0 } }: { geode: Geode }) =>
  soldQuantity > 0 ? <span className={`small dim num ${styles.sold}`}>{soldQuantity} sold</span> : null;
