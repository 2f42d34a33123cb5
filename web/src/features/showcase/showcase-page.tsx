import type { ShowcaseItem } from '@geodes/contracts';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { LoadFailure } from '../../app/load-failure.js';
import { pages, useMetadata } from '../../app/metadata.js';
import { Badge, Badges } from '../../ui/badge.js';
import { ButtonLink, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageHead } from '../../ui/page-head.js';
import { Picture, Thumbnails } from '../../ui/picture.js';
import { takeFocus } from '../../ui/use-focus-fallback.js';
import { TierBadge } from '../geodes/geode-badges.js';
import { zoom as Zoom } from '../geode-views/zoom.lazy.js';
import { useGetShowcaseQuery } from './showcase.api.js';
import styles from './showcase-page.module.css';
import { embedUrl } from './embed-url.js';

const SIZES = '(min-width: 1880px) 808px, (min-width: 768px) 45vw, 85vw';
const SKELETONS = 4;

export const ShowcasePage = () => {
  useMetadata(pages['/showcase']);
  const { data: items, isLoading, isFetching, error, refetch } = useGetShowcaseQuery();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Showcase">
        <p className="lead">
          Our personal collection. These stones are here to be looked at, none of them is for sale.
        </p>
      </PageHead>
      {isLoading && !error && (
        <ul className={styles.case} aria-busy aria-label="Loading the showcase">
          {Array.from({ length: SKELETONS }, (_, index) => (
            <li key={index} className="pulse">
              <div className={styles.pic} />
            </li>
          ))}
        </ul>
      )}
      {error && !items && (
        <LoadFailure
          error={error}
          title="Unable to Load the Showcase"
          text="Something went wrong while loading the showcase."
          retry={refetch}
          busy={isFetching}
        />
      )}
      {items?.length === 0 && (
        <EmptyState
          title="Nothing here yet"
          action={
            <ButtonLink look="secondary" to="/gallery">
              Browse the gallery
            </ButtonLink>
          }
        >
          Our showcase collection is being curated. Check back soon!
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={styles.case}>
          {items.map((item, index) => (
            <Item key={item.id} item={item} load={index < 2 ? 'now' : 'lazy'} />
          ))}
        </ul>
      )}
    </div>
  );
};

const Item = ({ item, load }: { item: ShowcaseItem; load: 'now' | 'lazy' }) => {
  const [chosen, setChosen] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isZoomed, setIsZoomed] = useState(false);
  const video = embedUrl(item.videoUrl);
  const source = item.images[chosen] ?? item.images[0] ?? '';
  const placeholder = chosen === 0 ? item.placeholder : undefined;
  const picture = (
    <Picture key={source} src={source} alt={item.title} sizes={SIZES} load={load} placeholder={placeholder} />
  );
  return (
    <li>
      <div className={styles.pic}>
        {isPlaying && video ? (
          <iframe
            ref={takeFocus}
            src={video}
            title={`Film: ${item.title}`}
            allow="fullscreen; picture-in-picture"
            allowFullScreen
          />
        ) : (
          <>
            {import.meta.env.SSR && source && <div className={styles.open}>{picture}</div>}
            {!import.meta.env.SSR && source && (
              <button
                type="button"
                className={styles.open}
                aria-label={`Zoom ${item.title}`}
                onClick={() => setIsZoomed(true)}
                onPointerEnter={Zoom.preload}
              >
                {picture}
              </button>
            )}
            {video && (
              <IconButton
                label="Play the film"
                look="raised"
                className={`scripted ${styles.play}`}
                onClick={() => setIsPlaying(true)}
              >
                <Play aria-hidden strokeWidth={1.5} />
              </IconButton>
            )}
          </>
        )}
      </div>
      <div className={styles.caption}>
        {(item.tier || video) && (
          <Badges>
            <TierBadge tier={item.tier} long />
            {video && (
              <Badge tone="sunk" className="scripted">
                With film
              </Badge>
            )}
          </Badges>
        )}
        <h2>{item.title}</h2>
        <p>{item.description}</p>
        <Thumbnails
          sources={item.images}
          chosen={chosen}
          className={styles.views}
          onChoose={(index) => {
            setIsPlaying(false);
            setChosen(index);
          }}
        />
      </div>
      <Zoom
        open={isZoomed}
        onClose={() => setIsZoomed(false)}
        src={source}
        title={item.title}
        placeholder={placeholder}
      />
    </li>
  );
};
