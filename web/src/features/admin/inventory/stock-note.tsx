import type { Geode } from '@geodes/contracts';
import { availabilityOf } from '../../geodes/availability.js';
import styles from '../form/form-sheet.module.css';

/** Says of a geode that nobody can buy now what editing it does and does not do. */
export const StockNote = ({ geode }: { geode: Geode }) => {
  const availability = availabilityOf(geode);
  if (availability === 'available') return null;
  return (
    <p className={styles.note}>
      {availability === 'held'
        ? 'This geode is in another checkout. You can edit it; leave its quantity as it is, unless you have one more of it.'
        : 'This geode is sold. You can edit it without putting it back on sale; it is on sale again only if you set a quantity of 1 or more.'}
    </p>
  );
};
