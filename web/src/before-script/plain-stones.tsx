import type { Availability, Geode } from '@geodes/contracts';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Badges } from '../ui/badge.js';
import { Button, buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { EmptyState } from '../ui/empty-state.js';
import pagerStyles from '../ui/pagination.module.css';
import { Picture } from '../ui/picture.js';
import pictureStyles from '../ui/picture.module.css';
import { buyingWords } from '../features/geodes/availability.js';
import { CARD_SIZES } from '../features/geodes/geode-card.js';
import cardStyles from '../features/geodes/geode-card.module.css';
import { DETAIL_SIZES } from '../features/geodes/picture-sizes.js';
import { Cell, Tray } from '../features/geodes/tray.js';
import { WishButton } from '../features/geodes/wish-button.js';
import { Hero } from '../features/home/hero.js';

/** A geode whose values the gateway fills in. */
export const anyGeode = {
  id: '',
  title: '{{title}}',
  imageUrl: '/objects/{{picture}}',
  imageUrls: ['', '/objects/{{picture}}'],
  location: '{{location}}',
  crystalType: '{{crystalType}}',
  size: '{{size}}',
} as unknown as Geode;

const picture = { src: anyGeode.imageUrl, alt: anyGeode.title };

/** The shop's own pictures, in the very widths that the site will ask for. */
export const photo = {
  first: <Picture {...picture} sizes={CARD_SIZES} widest={1280} load="first" />,
  now: <Picture {...picture} sizes={CARD_SIZES} widest={1280} load="now" />,
  later: <Picture {...picture} sizes={CARD_SIZES} widest={1280} load="now" loading="lazy" />,
  large: <Picture {...picture} sizes={DETAIL_SIZES} load="first" />,
  thumb: <Picture {...picture} alt="" sizes="56px" widest={160} load="now" />,
};

/** Any picture. Lazy, so that a browser that runs scripts and hides it never fetches it. */
export const anyPicture = (
  <img className={pictureStyles.picture} src="{{picture}}" alt="{{title}}" width={800} height={1000} loading="lazy" />
);

export const hero = <Hero geode={anyGeode} />;
export const noHero = <Hero geode={null} />;

export const buy = (availability: Availability) => (
  <Button look="secondary" size="small" disabled={availability !== 'available'}>
    {buyingWords[availability]}
  </Button>
);

/** What a dialog offers: the button that buys, and the heart. */
export const buyOpen = (availability: Availability) => (
  <>
    <Button disabled={availability !== 'available'}>{buyingWords[availability]}</Button>
    <WishButton geode={anyGeode} look="edge" />
  </>
);

export const strip = (availability: Availability) =>
  availability === 'available' ? null : (
    <span className={cardStyles.strip}>
      {availability === 'held' ? (
        <>
          <Clock className="icon-s" aria-hidden />
          {buyingWords.held}
        </>
      ) : (
        'Sold'
      )}
    </span>
  );

/** A card as the site draws it. Without script it has no buttons, and says in words whether the stone is on sale. */
export const stone = (
  <Cell className={cardStyles.card}>
    <div className={cardStyles.pic}>
      <a href="{{href}}" className={cardStyles.zoom} tabIndex={-1}>
        {'{{{photo}}}'}
      </a>
      {'{{{strip}}}'}
    </div>
    <WishButton geode={anyGeode} className={classNames(cardStyles.heart, 'scripted')} />
    <div className={cardStyles.body}>
      <Badges>{'{{{badges}}}'}</Badges>
      <h2 className={cardStyles.title}>
        <a href="{{href}}">{'{{title}}'}</a>
      </h2>
      <p className={cardStyles.desc}>{'{{description}}'}</p>
      <div className={cardStyles.pay}>
        <span className={`num ${cardStyles.price}`}>{'{{price}}'}</span>
        <span className={`small dim ${cardStyles.size}`}>{'{{size}}'}</span>
      </div>
      <p className="small unscripted">{'{{state}}'}</p>
      <div className={classNames(cardStyles.act, 'scripted')}>
        <Button look="quiet" size="small" className={cardStyles.details}>
          View Details
        </Button>
        {'{{{buy}}}'}
      </div>
    </div>
  </Cell>
);

export const Stones = ({ label, wide }: { label: string; wide?: boolean }) => (
  <Tray label={label} wide={wide}>
    {'{{{stones}}}'}
  </Tray>
);

export const noStones = <EmptyState title="No Geodes Found">No geodes are currently available.</EmptyState>;

export const noSuchStones = (
  <EmptyState title="No Geodes Found">Try adjusting your filters to see more results.</EmptyState>
);

export const pager = (
  <nav className={pagerStyles.pages} aria-label="Pages">
    {'{{{links}}}'}
  </nav>
);

export const pageLink = (
  <a className={pagerStyles.page} href="{{href}}">
    {'{{page}}'}
  </a>
);

export const currentPage = (
  <a className={pagerStyles.page} href="{{href}}" aria-current="page">
    {'{{page}}'}
  </a>
);

/** Where there is no script there is no way to buy. */
export const AskInstead = () => (
  <div className="unscripted">
    <p style={{ marginTop: 24 }}>To put it in the cart, please turn on JavaScript.</p>
    <p style={{ marginTop: 16 }}>
      <Link to="/#contact" className={buttonClass('secondary')}>
        Ask about it
      </Link>
    </p>
  </div>
);
