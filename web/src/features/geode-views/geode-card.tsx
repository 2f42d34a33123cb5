import type { Geode } from '@geodes/contracts';
import { Clock } from 'lucide-react';
import { useId, useState, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate, type To } from 'react-router-dom';
import { KEEP_SCROLL } from '../../app/keep-scroll.js';
import { formatDollars } from '../../app/money.js';
import { Badges } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Picture } from '../../ui/picture.js';
import { buyingText, useAvailability } from '../geodes/availability.js';
import { BuyButton } from '../cart/buy-button.js';
import { CategoryBadge, PlaceBadge, TierBadge } from '../geodes/geode-badges.js';
import { geodeDetail, openGeodeOf, OPENED_HERE } from './geode-detail.lazy.js';
import styles from './geode-card.module.css';
import { acknowledgeClick } from './expand-from-card.js';
import { stockText } from '../geodes/geode-labels.js';
import { GeodeCell } from '../geodes/geode-grid.js';
import { SaleTime } from '../geodes/sale-time.js';
import { WishButton } from '../wishlist/wish-button.js';
import { zoom as Zoom } from './zoom.lazy.js';

const CARD_SIZES =
  '(min-width: 1880px) 352px, (min-width: 1536px) 20vw, (min-width: 1024px) 26vw, (min-width: 640px) 48vw, 85vw';

/** The fields that a card shows; a wishlist entry lacks some of them at first. */
type CardGeode = Pick<Geode, 'id' | 'title' | 'price' | 'imageUrl' | 'location' | 'crystalType' | 'size'> &
  Partial<Geode>;

interface GeodeCardProps {
  geode: CardGeode;
  /** URL of its detail dialog. */
  detailsAt: To;
  load?: 'lazy' | 'now' | 'first';
}

export const GeodeCard = ({ geode, detailsAt, load }: GeodeCardProps) => {
  const navigate = useNavigate();
  const { state } = useLocation();
  const titleId = useId();
  const [isZoomed, setIsZoomed] = useState(false);
  const availability = useAvailability(geode);
  const openDetails = (event: MouseEvent<HTMLElement>) => {
    acknowledgeClick(event.currentTarget);
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (hasModifier && event.currentTarget instanceof HTMLAnchorElement) return;
    event.preventDefault();
    // A second press, while the dialog still loads, makes no second history entry.
    const open = openGeodeOf(window.location.search);
    if (open === geode.id) return;
    void navigate(detailsAt, open === null ? { state: OPENED_HERE } : { replace: true, state: state ?? KEEP_SCROLL });
  };
  /** Of a button that opens the details. */
  const opensDetails = {
    size: 'small',
    'aria-describedby': titleId,
    onClick: openDetails,
    onPointerEnter: geodeDetail.preload,
    onFocus: geodeDetail.preload,
  } as const;
  const picture = (
    <Picture
      src={geode.imageUrl}
      alt={geode.title}
      sizes={CARD_SIZES}
      widest={1280}
      load={load}
      placeholder={geode.placeholder}
    />
  );
  return (
    <GeodeCell className={classNames(styles.card, availability === 'sold' && styles.sold)}>
      <div className={styles.pic}>
        {import.meta.env.SSR ? (
          <Link to={detailsAt} className={styles.zoom} tabIndex={-1}>
            {picture}
          </Link>
        ) : (
          <button
            type="button"
            className={styles.zoom}
            aria-label={`Zoom ${geode.title}`}
            onClick={() => setIsZoomed(true)}
            onPointerEnter={Zoom.preload}
          >
            {picture}
          </button>
        )}
        {(availability === 'held' || availability === 'own') && (
          <span className={styles.strip}>
            <Clock className="icon-s" aria-hidden />
            {buyingText[availability]}
          </span>
        )}
        {availability === 'sold' && <span className={styles.strip}>Sold</span>}
        {availability === 'upcoming' && geode.availableFrom && (
          <span className={classNames(styles.strip, styles.upcoming)}>
            <SaleTime id={geode.id} availableFrom={geode.availableFrom} />
          </span>
        )}
      </div>
      <WishButton geode={geode} className={`scripted ${styles.heart}`} />
      <div className={styles.body}>
        <Badges>
          <PlaceBadge location={geode.location} />
          <TierBadge tier={geode.tier ?? ''} />
          <CategoryBadge category={geode.category ?? 'individual'} />
        </Badges>
        <h2 id={titleId} className={styles.title}>
          <Link to={detailsAt} onClick={openDetails} onPointerEnter={geodeDetail.preload}>
            {geode.title}
          </Link>
        </h2>
        <p className={styles.desc}>{geode.description}</p>
        <div className={styles.pay}>
          <span className={`num ${styles.price}`}>{formatDollars(geode.price)}</span>
          <span className={`small dim ${styles.size}`}>{geode.size}</span>
        </div>
        {import.meta.env.SSR && <p className="small unscripted">{stockText(availability, geode)}</p>}
        <div className={`scripted ${styles.act}`}>
          <Button look="quiet" className={styles.details} {...opensDetails}>
            View Details
          </Button>
          {availability === 'upcoming' ? (
            <Button look="secondary" {...opensDetails}>
              Notify me
            </Button>
          ) : (
            <BuyButton geode={geode} look="secondary" size="small" describedBy={titleId} />
          )}
        </div>
      </div>
      <Zoom
        open={isZoomed}
        onClose={() => setIsZoomed(false)}
        src={geode.imageUrl}
        title={geode.title}
        placeholder={geode.placeholder}
      />
    </GeodeCell>
  );
};

/** Placeholder of a card that is loading. */
export const GeodeCardSkeleton = () => (
  <GeodeCell>
    <div className={styles.blank} />
    <div className={`pulse ${styles.lines}`} aria-hidden>
      <div className={styles.line} style={{ width: 112, height: 24 }} />
      <div className={styles.line} style={{ width: '72%', height: 22 }} />
      <div className={styles.line} />
      <div className={styles.line} style={{ width: '60%' }} />
      <div className={styles.line} style={{ width: 90, height: 22, marginTop: 16 }} />
      <div className={styles.line} style={{ height: 40 }} />
    </div>
  </GeodeCell>
);
