import { ChevronLeft, ChevronRight, X, ZoomIn } from 'lucide-react';
import { Link } from 'react-router-dom';
import layoutStyles from '../app/layout.module.css';
import { Badge, Badges } from '../ui/badge.js';
import { classNames } from '../ui/class-names.js';
import dialogStyles from '../ui/dialog.module.css';
import { IconButton } from '../ui/icon-button.js';
import detailStyles from '../features/geodes/geode-detail.module.css';
import { aboutSpecimen } from '../features/geodes/geode-facts.js';
import { AskInstead } from './plain-stones.js';

const about = aboutSpecimen('', 1);

export const thumb = <span className={detailStyles.thumb}>{'{{{photo}}}'}</span>;
export const currentThumb = (
  <span className={detailStyles.thumb} aria-current>
    {'{{{photo}}}'}
  </span>
);
export const thumbs = <div className={classNames(detailStyles.views, 'scripted')}>{'{{{thumbs}}}'}</div>;
export const featured = (
  <Badge tone="honey" className={classNames(detailStyles.featured, 'scripted')}>
    Featured
  </Badge>
);

/** An open geode where the site shows its dialog; without script it is a page. */
export const openGeode = (
  <>
    <p className="wrap unscripted" style={{ paddingBlock: 24 }}>
      <Link to="/gallery">All geodes</Link>
    </p>
    <div className={classNames(layoutStyles.pending, 'scripted')} />
    <div className={classNames(dialogStyles.layer, dialogStyles.center, 'lies-flat')}>
      <div className={classNames(dialogStyles.scrim, 'scripted')} />
      <article className={classNames(dialogStyles.panel, detailStyles.detail, 'lies-flat')}>
        <div className={detailStyles.view}>
          <div className={detailStyles.picture}>
            <div className={detailStyles.large}>{'{{{photo}}}'}</div>
            {'{{{featured}}}'}
            <IconButton label="Zoom" look="raised" className={classNames(detailStyles.zoom, 'scripted')}>
              <ZoomIn className="icon" aria-hidden />
            </IconButton>
          </div>
          {'{{{thumbs}}}'}
          <div className="unscripted">{'{{{pictures}}}'}</div>
        </div>
        <div className={detailStyles.info}>
          <div className={classNames(detailStyles.bar, 'scripted')}>
            <span className={detailStyles.place} />
            <IconButton label="Previous geode" aria-disabled>
              <ChevronLeft className="icon" aria-hidden />
            </IconButton>
            <IconButton label="Next geode" aria-disabled>
              <ChevronRight className="icon" aria-hidden />
            </IconButton>
            <IconButton label="Close">
              <X className="icon" aria-hidden />
            </IconButton>
          </div>
          <div className={detailStyles.scroll}>
            <Badges>{'{{{badges}}}'}</Badges>
            <h1 className={detailStyles.title}>{'{{title}}'}</h1>
            <div className={detailStyles.cost}>
              <span className={`num ${detailStyles.price}`}>{'{{price}}'}</span>{' '}
              <span className="small">{'{{state}}'}</span>
            </div>
            <div className={classNames(detailStyles.buy, 'scripted')}>{'{{{buy}}}'}</div>
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
            <AskInstead />
          </div>
        </div>
      </article>
    </div>
  </>
);
