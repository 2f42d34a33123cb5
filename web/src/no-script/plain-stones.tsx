import { Link } from 'react-router-dom';
import { Badge, Badges } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import pagerStyles from '../ui/pagination.module.css';
import pictureStyles from '../ui/picture.module.css';
import cardStyles from '../features/geodes/geode-card.module.css';
import detailStyles from '../features/geodes/geode-detail.module.css';
import { aboutSpecimen } from '../features/geodes/geode-facts.js';
import { Cell, Tray } from '../features/geodes/tray.js';

/** Lazy, so that a browser that runs scripts and hides it never fetches it. */
const Photograph = () => (
  <img className={pictureStyles.picture} src="{{picture}}" alt="{{title}}" width={800} height={1000} loading="lazy" />
);

export const stone = (
  <Cell className={cardStyles.card}>
    <div className={cardStyles.pic}>
      <a href="{{href}}" tabIndex={-1}>
        <Photograph />
      </a>
    </div>
    <div className={cardStyles.body}>
      <Badges>
        <Badge tone="outlined">{'{{location}}'}</Badge>
      </Badges>
      <h2 className={cardStyles.title}>
        <a href="{{href}}">{'{{title}}'}</a>
      </h2>
      <p className={cardStyles.desc}>{'{{description}}'}</p>
      <div className={cardStyles.pay}>
        <span className={`num ${cardStyles.price}`}>{'{{price}}'}</span>
        <span className="small dim">{'{{size}}'}</span>
      </div>
      <p className="small">{'{{state}}'}</p>
    </div>
  </Cell>
);

export const Stones = ({ label, wide }: { label: string; wide?: boolean }) => (
  <Tray label={label} wide={wide}>
    {'{{{stones}}}'}
  </Tray>
);

export const noStones = <EmptyState title="No Geodes Found">No geodes are currently available.</EmptyState>;

export const count = (
  <p className="small num" style={{ paddingBlock: 16 }}>
    Showing {'{{first}}–{{last}}'} of {'{{total}}'}
  </p>
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

export const picture = <Photograph />;

const about = aboutSpecimen('', 1);

export const openGeode = (
  <div className="wrap">
    <p style={{ paddingBlock: 24 }}>
      <Link to="/gallery">All geodes</Link>
    </p>
    <article style={{ display: 'flex', flexWrap: 'wrap', gap: 48, paddingBottom: 96 }}>
      <div style={{ flex: '1 1 320px', maxWidth: 640, display: 'grid', gap: 16 }}>{'{{{pictures}}}'}</div>
      <div style={{ flex: '1 1 320px', maxWidth: 560 }}>
        <h1 className={detailStyles.title}>{'{{title}}'}</h1>
        <div className={detailStyles.cost}>
          <span className={`num ${detailStyles.price}`}>{'{{price}}'}</span>{' '}
          <span className="small">{'{{state}}'}</span>
        </div>
        <h2 className={detailStyles.head}>Specifications</h2>
        <dl className={detailStyles.spec}>
          <div>
            <dt>Crystal type</dt>
            <dd>{'{{crystalType}}'}</dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>{'{{size}}'}</dd>
          </div>
          <div>
            <dt>Origin</dt>
            <dd>{'{{location}}'}</dd>
          </div>
          <div>
            <dt>Quantity</dt>
            <dd className="num">{'{{quantity}}'}</dd>
          </div>
        </dl>
        <h2 className={detailStyles.head}>Description</h2>
        <p className={detailStyles.text}>{'{{description}}'}</p>
        <h2 className={detailStyles.head}>About This Specimen</h2>
        <div className={detailStyles.said}>
          <p>{'{{formation}}'}</p>
          <p>{about.authenticity}</p>
        </div>
        <p style={{ marginTop: 24 }}>To put it in the cart, please turn on JavaScript.</p>
        <p style={{ marginTop: 16 }}>
          <Link to="/#contact" className={buttonClass('secondary')}>
            Ask about it
          </Link>
        </p>
      </div>
    </article>
  </div>
);
