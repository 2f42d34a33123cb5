import type { Geode } from '@geodes/contracts';
import { formatDollars } from '../../app/money.js';
import { Badges } from '../../ui/badge.js';
import type { ShownAvailability } from './availability.js';
import { BuyButton } from './buy-button.js';
import { CategoryBadge, PlaceBadge, TierBadge } from './geode-badges.js';
import styles from './geode-detail.module.css';
import { aboutSpecimen, inchesOf } from './geode-facts.js';
import { Ruler } from './ruler.js';
import { useAvailability } from './use-availability.js';
import { WishButton } from './wish-button.js';

export const stockWords = (availability: ShownAvailability, quantity: number): string => {
  if (availability === 'own') return 'In your checkout right now.';
  if (availability === 'held') return 'In another checkout right now.';
  if (availability === 'sold') return 'Sold. There is none left.';
  return quantity > 1 ? `Available. ${quantity} of this find.` : 'Available. Only one exists.';
};

/** Everything there is to know of a geode, in words. */
export const GeodeFacts = ({ geode }: { geode: Geode }) => {
  const availability = useAvailability(geode);
  // A geode on hold is not sold yet: it still exists, also where no unit is free.
  const quantity = Math.max(1, geode.quantity);
  const about = aboutSpecimen(geode.location, quantity);
  const inches = inchesOf(geode.size);
  return (
    <div className={styles.scroll}>
      <Badges>
        <PlaceBadge location={geode.location} />
        <TierBadge tier={geode.tier} long />
        <CategoryBadge category={geode.category} />
      </Badges>
      <h2 className={styles.title}>{geode.title}</h2>
      <div className={styles.cost}>
        <span className={`num ${styles.price}`}>{formatDollars(geode.price)}</span>
        <span className="small">{stockWords(availability, geode.quantity)}</span>
      </div>
      <div className={styles.buy}>
        <BuyButton geode={geode} />
        <WishButton geode={geode} look="edge" />
      </div>
      <h3 className={styles.head}>Specifications</h3>
      <dl className={styles.spec}>
        <div>
          <dt>Crystal type</dt>
          <dd>{geode.crystalType}</dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd className={styles.size}>
            <span className="num">{geode.size}</span>
            {inches !== null && <Ruler inches={inches} />}
          </dd>
        </div>
        <div>
          <dt>Origin</dt>
          <dd>{geode.location}</dd>
        </div>
        <div>
          <dt>Quantity</dt>
          <dd className="num">{availability === 'sold' ? 0 : quantity}</dd>
        </div>
      </dl>
      <h3 className={styles.head}>Description</h3>
      <p className={styles.text}>{geode.description}</p>
      <h3 className={styles.head}>About This Specimen</h3>
      <div className={styles.said}>
        <p>{about.formation}</p>
        <p>{about.authenticity}</p>
        <p>{about.value}</p>
      </div>
    </div>
  );
};
