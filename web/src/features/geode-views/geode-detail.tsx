import type { Geode } from '@geodes/contracts';
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Badge } from '../../ui/badge.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { CloseButton, IconButton } from '../../ui/button.js';
import { Picture, Thumbnails } from '../../ui/picture.js';
import { availabilityOf } from '../geodes/availability.js';
import { GeodeSpecifications } from './geode-specifications.js';
import styles from './geode-detail.module.css';
import { expandFromCard } from './expand-from-card.js';
import { zoom as Zoom } from './zoom.lazy.js';

/** The `sizes` attribute of the large picture. */
const SIZES = '(min-width: 1280px) 626px, (min-width: 1024px) 50vw, 88vw';

interface GeodeDetailProps {
  open: boolean;
  geode: Geode;
  onClose: () => void;
  /** Index in the page's list (from 0) and its length; absent if the geode is not in the list. */
  place?: { index: number; length: number };
  onStep: (step: 1 | -1) => void;
}

export const GeodeDetail = ({ open, geode, onClose, place, onStep }: GeodeDetailProps) => {
  const hasPrevious = place !== undefined && place.index > 0;
  const hasNext = place !== undefined && place.index < place.length - 1;
  // At the ends the buttons do nothing instead of being disabled, so that they keep the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.altKey) return;
    // React also sends the keys of dialogs over this one.
    if (!event.currentTarget.contains(event.target as Node) || event.defaultPrevented) return;
    if (event.key === 'ArrowLeft' && hasPrevious) onStep(-1);
    if (event.key === 'ArrowRight' && hasNext) onStep(1);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      isNavigation
      label={geode.title}
      panelRef={expandFromCard}
      onKeyDown={onKeyDown}
      heir={() => document.querySelector<HTMLElement>(`main li h2 a[href*="geode=${geode.id}"]`)}
      className={classNames(styles.detail, availabilityOf(geode) === 'sold' && styles.sold)}
    >
      <Views geode={geode} />
      <div className={styles.info}>
        <div className={`scripted ${styles.bar}`}>
          <span className={`small dim num ${styles.place}`} aria-live="polite">
            {place && (
              <>
                {place.index + 1} of {place.length}
                <span className="sr">: {geode.title}</span>
              </>
            )}
          </span>
          <IconButton label="Previous geode" aria-disabled={!hasPrevious} onClick={() => hasPrevious && onStep(-1)}>
            <ChevronLeft className="icon" aria-hidden />
          </IconButton>
          <IconButton label="Next geode" aria-disabled={!hasNext} onClick={() => hasNext && onStep(1)}>
            <ChevronRight className="icon" aria-hidden />
          </IconButton>
          <CloseButton onClick={onClose} />
        </div>
        <GeodeSpecifications geode={geode} />
      </div>
    </Dialog>
  );
};

/** The pictures: one large, with thumbnails of all. */
const Views = ({ geode }: { geode: Geode }) => {
  const sources = geode.imageUrls.length > 0 ? geode.imageUrls : [geode.imageUrl];
  const [choice, setChoice] = useState({ id: geode.id, index: 0 });
  const chosen = choice.id === geode.id ? choice.index : 0;
  const [isZoomed, setIsZoomed] = useState(false);
  const source = sources[chosen] ?? geode.imageUrl;
  const placeholder = chosen === 0 ? geode.placeholder : undefined;
  const picture = (
    <Picture
      key={source}
      src={source}
      alt={geode.title}
      sizes={SIZES}
      load={import.meta.env.SSR ? 'first' : 'now'}
      placeholder={placeholder}
    />
  );
  return (
    <div className={styles.view}>
      <div className={styles.picture}>
        {import.meta.env.SSR ? (
          <div className={styles.large}>{picture}</div>
        ) : (
          <button
            type="button"
            className={styles.large}
            aria-label={`Zoom ${geode.title}`}
            tabIndex={-1}
            onClick={() => setIsZoomed(true)}
          >
            {picture}
          </button>
        )}
        {geode.isFeatured && (
          <Badge tone="honey" className={`scripted ${styles.featured}`}>
            Featured
          </Badge>
        )}
        <IconButton label="Zoom" look="raised" className={`scripted ${styles.zoom}`} onClick={() => setIsZoomed(true)}>
          <ZoomIn className="icon" aria-hidden />
        </IconButton>
      </div>
      <Thumbnails
        sources={sources}
        chosen={chosen}
        load="now"
        className={styles.views}
        onChoose={(index) => setChoice({ id: geode.id, index })}
      />
      {import.meta.env.SSR && (
        <div className="unscripted">
          {sources.slice(1).map((one) => (
            <Picture key={one} src={one} alt={geode.title} sizes={SIZES} />
          ))}
        </div>
      )}
      <Zoom
        open={isZoomed}
        onClose={() => setIsZoomed(false)}
        src={source}
        title={geode.title}
        placeholder={placeholder}
      />
    </div>
  );
};
