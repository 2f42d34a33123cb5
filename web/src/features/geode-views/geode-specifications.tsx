import { geodeField, SPECIFICATIONS, type GeodeField } from '@geodes/contracts/geode-fields';
import type { Geode } from '@geodes/contracts';
import { useRef, useState, type ReactNode } from 'react';
import { lateDialog } from '../../app/late-part.js';
import { formatDollars } from '../../app/money.js';
import { Badges } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import { BuyButton } from '../cart/buy-button.js';
import { CategoryBadge, PlaceBadge, TierBadge } from '../geodes/geode-badges.js';
import styles from './geode-detail.module.css';
import { aboutSpecimen, inchesOf, stockText } from '../geodes/geode-labels.js';
import { SaleTime } from '../geodes/sale-time.js';
import { useAvailability } from '../geodes/availability.js';
import { RemindForm } from '../reminders/remind-form.js';
import { WishButton } from '../wishlist/wish-button.js';

const AskQuestion = lateDialog(async () => (await import('../questions/ask-question.js')).AskQuestion);

/** Opens the form for a question about a geode. */
const AskButton = ({ geode }: { geode: Pick<Geode, 'id' | 'title'> }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="small"
        onClick={() => setIsOpen(true)}
        onPointerEnter={AskQuestion.preload}
        onFocus={AskQuestion.preload}
      >
        Ask about this stone
      </Button>
      <AskQuestion open={isOpen} geode={geode} onClose={() => setIsOpen(false)} />
    </>
  );
};

/** Becomes the form that asks for a letter before a geode goes on sale. */
const RemindButton = ({ geode }: { geode: Pick<Geode, 'id' | 'availableFrom'> }) => {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <RemindForm geode={geode} />;
  return (
    <Button look="secondary" onClick={() => setIsOpen(true)}>
      Notify me
    </Button>
  );
};

/** Replaces the buttons if there is no script: nothing can be bought then. */
const AskInstead = () => (
  <div className="unscripted">
    <p style={{ marginTop: 24 }}>To put it in the cart, please turn on JavaScript.</p>
    <p style={{ marginTop: 16 }}>
      <ButtonLink look="secondary" to="/#contact">
        Ask about it
      </ButtonLink>
    </p>
  </div>
);

/** All texts about a geode. */
export const GeodeSpecifications = ({ geode }: { geode: Geode }) => {
  const availability = useAvailability(geode);
  const buying = useRef<HTMLDivElement>(null);
  useFocusFallback(buying, availability);
  // A held geode is not sold yet: it still exists, even if no unit is free.
  const quantity = availability === 'sold' ? 0 : Math.max(1, geode.quantity);
  const about = aboutSpecimen(geode.location, quantity);
  const inches = inchesOf(geode.size);
  const special: Partial<Record<GeodeField, ReactNode>> = {
    size: (
      <dd className={styles.size}>
        <span className="num">{geode.size}</span>
        {inches !== null && <Ruler inches={inches} />}
      </dd>
    ),
    quantity: <dd className="num">{quantity}</dd>,
  };
  // Without scripts it is the heading of the page.
  const Title = import.meta.env.SSR ? 'h1' : 'h2';
  return (
    <div className={styles.scroll}>
      <Badges>
        <PlaceBadge location={geode.location} />
        <TierBadge tier={geode.tier} long />
        <CategoryBadge category={geode.category} />
      </Badges>
      <Title className={styles.title}>{geode.title}</Title>
      <div className={styles.cost}>
        <span className={`num ${styles.price}`}>{formatDollars(geode.price)}</span>
        <span className="small">
          {availability === 'upcoming' && geode.availableFrom ? (
            <>
              On sale <SaleTime id={geode.id} availableFrom={geode.availableFrom} />
            </>
          ) : (
            stockText(availability, geode)
          )}
        </span>
      </div>
      <div ref={buying} tabIndex={-1} className={`scripted ${styles.buy}`}>
        {availability === 'upcoming' ? <RemindButton key={geode.id} geode={geode} /> : <BuyButton geode={geode} />}
        <WishButton geode={geode} look="edge" />
      </div>
      <div className={`scripted ${styles.ask}`}>
        <AskButton key={geode.id} geode={geode} />
      </div>
      <h3 className={styles.head}>Specifications</h3>
      <dl className="spec">
        {SPECIFICATIONS.filter((name) => geode[name] !== '' && geode[name] !== undefined).map((name) => (
          <div key={name}>
            <dt>{geodeField(name).pageLabel ?? geodeField(name).label}</dt>
            {special[name] ?? <dd>{geode[name]}</dd>}
          </div>
        ))}
      </dl>
      <h3 className={styles.head}>Description</h3>
      <p className={styles.text}>{geode.description}</p>
      <h3 className={styles.head}>About This Specimen</h3>
      <div className={styles.said}>
        <p>{about.formation}</p>
        <p>{about.authenticity}</p>
        <p>{about.value}</p>
      </div>
      {import.meta.env.SSR && <AskInstead />}
    </div>
  );
};

const INCHES = 8;
const QUARTERS = INCHES * 4;
const WIDTH = 220;

const mark = (quarter: number): string => {
  const length = quarter % 4 === 0 ? 12 : quarter % 2 === 0 ? 8 : 5;
  return `M${((quarter * WIDTH) / QUARTERS).toFixed(1)} 14v-${length}`;
};
const marks = Array.from({ length: QUARTERS + 1 }, (_, quarter) => mark(quarter)).join('');

/** A ruler of eight inches in quarters, coloured up to the geode's size. */
const Ruler = ({ inches }: { inches: number }) => (
  <svg className={styles.ruler} viewBox="-1 0 222 14" preserveAspectRatio="none" fill="none" aria-hidden>
    <path d={marks} stroke="currentColor" vectorEffect="non-scaling-stroke" />
    <path
      d={`M0 13h${((Math.min(inches, INCHES) / INCHES) * WIDTH).toFixed(1)}`}
      stroke="var(--honey)"
      strokeWidth="3"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);
