import type { Geode } from '@geodes/contracts';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatDollars } from '../../app/money.js';
import { Badges } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Picture } from '../../ui/picture.js';
import { BuyButton } from '../cart/buy-button.js';
import { availabilityOf } from '../geodes/availability.js';
import { CategoryBadge, PlaceBadge, TierBadge } from '../geodes/geode-badges.js';
import { SaleTime } from '../geodes/sale-time.js';
import { mayPreload, wrappedIndex, useCarousel } from './use-carousel.js';
import styles from './featured.module.css';

const SLIDE_SIZES = '(min-width: 1880px) 730px, (min-width: 1024px) 43vw, (min-width: 768px) 46vw, 85vw';

const detailsOf = (geode: Geode) => `/gallery?geode=${geode.id}`;

/**
 * Returns the slides whose pictures to load: the current one, those next to it if the connection allows, and those
 * shown before.
 */
const usePictured = (geodes: Geode[], index: number): ReadonlySet<string> => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const wanted = (mayPreload(connection) ? [0, 1, -1] : [0])
    .map((step) => geodes[wrappedIndex(index, step, geodes.length)]?.id)
    .filter((id) => id !== undefined);
  if (wanted.every((id) => seen.has(id))) return seen;
  const pictured = new Set([...seen, ...wanted]);
  setSeen(pictured);
  return pictured;
};

/** The carousel of featured geodes. */
export const Featured = ({ geodes }: { geodes: Geode[] }) => {
  const navigate = useNavigate();
  const carousel = useCarousel(geodes);
  const { index, turn, isTurning, isPaused, isStopped, canStop, toggleStopped } = carousel;
  const { container, viewport, handlers } = carousel;
  const pictured = usePictured(geodes, index);

  const geode = geodes[index];
  const next = geodes.length > 1 ? geodes[wrappedIndex(index, 1, geodes.length)] : undefined;
  if (!geode) return null;
  return (
    <div
      ref={container}
      className={styles.slide}
      role="group"
      aria-roledescription="carousel"
      aria-label="Featured specimens"
      {...handlers}
    >
      <div className={styles.pic} ref={viewport}>
        <div className={styles.reel}>
          {geodes.map((slide) => (
            <Link
              key={slide.id}
              className={styles.frame}
              to={detailsOf(slide)}
              tabIndex={-1}
              aria-hidden={slide !== geode}
              draggable={false}
            >
              {pictured.has(slide.id) && (
                <Picture
                  src={slide.imageUrl}
                  alt={slide.title}
                  sizes={SLIDE_SIZES}
                  widest={1280}
                  load="now"
                  placeholder={slide.placeholder}
                />
              )}
            </Link>
          ))}
        </div>
      </div>
      <div className={styles.text}>
        <div aria-live={isTurning ? 'off' : 'polite'}>
          <div
            key={geode.id}
            className={styles.changing}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${geodes.length}`}
          >
            <Badges>
              <PlaceBadge location={geode.location} />
              <TierBadge tier={geode.tier} long />
              <CategoryBadge category={geode.category} />
            </Badges>
            <h3>{geode.title}</h3>
            <p className={styles.description}>{geode.description}</p>
            <div className={styles.pay}>
              <span className={`num strong ${styles.price}`}>{formatDollars(geode.price)}</span>
              {geode.availableFrom && availabilityOf(geode) === 'upcoming' && (
                <span className={`mini ${styles.upcoming}`}>
                  <SaleTime id={geode.id} availableFrom={geode.availableFrom} />
                </span>
              )}
            </div>
            <div className={styles.act}>
              <BuyButton geode={geode} />
              <Button look="secondary" onClick={() => void navigate(detailsOf(geode))}>
                View Details
              </Button>
            </div>
          </div>
        </div>
        <div className={styles.control}>
          {geodes.length > 1 && (
            <>
              <IconButton label="Previous" onClick={() => turn(-1)}>
                <ChevronLeft className="icon" aria-hidden />
              </IconButton>
              <span className={`small num ${styles.place}`}>
                {index + 1} / {geodes.length}
              </span>
              <IconButton label="Next" onClick={() => turn(1)}>
                <ChevronRight className="icon" aria-hidden />
              </IconButton>
              {canStop && (
                <IconButton label={isStopped ? 'Start auto-advance' : 'Stop auto-advance'} onClick={toggleStopped}>
                  {isStopped ? <Play className="icon-s" aria-hidden /> : <Pause className="icon-s" aria-hidden />}
                </IconButton>
              )}
              <span className={styles.bar} aria-hidden>
                {geodes.map(({ id }, place) => (
                  <i
                    key={id}
                    className={classNames(place === index && styles.on, place === index && isTurning && styles.filling)}
                  />
                ))}
              </span>
            </>
          )}
        </div>
        <span className={`mini dim ${styles.paused}`}>{isPaused && 'Auto-advance paused'}</span>
      </div>
      {next && (
        <Link className={styles.next} to={detailsOf(next)}>
          {pictured.has(next.id) && <Picture key={next.id} src={next.imageUrl} alt="" sizes="20vw" widest={640} />}
          <span className="small">
            Next
            <br />
            <span className="strong">{next.title}</span>
          </span>
        </Link>
      )}
    </div>
  );
};
