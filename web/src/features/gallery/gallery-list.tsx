import type { GeodePage } from '@geodes/contracts';
import { useEffect, useRef } from 'react';
import type { To } from 'react-router-dom';
import { LoadFailure } from '../../app/load-failure.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Pagination } from '../../ui/pagination.js';
import { GeodeCard, GeodeCardSkeleton } from '../geode-views/geode-card.js';
import { tierTone } from '../geodes/geode-badges.js';
import { tierNames } from '../geodes/geode-labels.js';
import { usePrefetchGeodes } from '../geodes/geodes.api.js';
import { GeodeCell, GeodeGrid } from '../geodes/geode-grid.js';
import { PAGE_SIZE } from './filters.js';
import styles from './gallery-page.module.css';

const SKELETONS = 12;
/** Number of cards in the first view of a wide window. */
const FIRST_ROW = 4;

interface GalleryListProps {
  list: GeodePage | undefined;
  error: unknown;
  page: number;
  isFiltered: boolean;
  /** Undefined if there is nothing to clear. */
  onClear: (() => void) | undefined;
  pageUrl: (page: number) => To;
  geodeUrl: (id: string) => To;
  /** Returns the query of another page, to prefetch it. */
  prefetchOf: (page: number) => string;
}

/** The grid of cards, or its loading, empty or error state. */
export const GalleryList = (props: GalleryListProps) => {
  const { list, error, page, isFiltered, onClear, pageUrl, geodeUrl, prefetchOf } = props;
  const prefetch = usePrefetchGeodes('getGeodes');

  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    window.scrollTo({ top: 0, behavior: 'instant' });
    // a filter that leads back to page 1 keeps the focus
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('nav'))
      document.getElementById('gallery')?.focus({ preventScroll: true });
  }, [page]);

  // Keep a loaded list when a refetch fails: `retryShownReads` retries it.
  if (error && !list)
    return (
      <LoadFailure
        error={error}
        title="Unable to Load Geodes"
        text="Something went wrong while loading the geode collection."
        retry={() => window.location.reload()}
      />
    );
  if (!list)
    return (
      <GeodeGrid label="Loading geodes" busy>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <GeodeCardSkeleton key={index} />
        ))}
      </GeodeGrid>
    );
  if (list.geodes.length === 0)
    return (
      <EmptyState
        title="No Geodes Found"
        action={
          onClear && (
            <Button look="secondary" className="scripted" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      >
        {isFiltered ? 'Try adjusting your filters to see more results.' : 'No geodes are currently available.'}
      </EmptyState>
    );
  return (
    <>
      <GeodeGrid label="Geodes">
        {list.geodes.map((geode, index) => (
          <GeodeCard
            key={geode.id}
            geode={geode}
            detailsAt={geodeUrl(geode.id)}
            load={index === 0 ? 'first' : index < FIRST_ROW ? 'now' : 'lazy'}
          />
        ))}
        {list.geodes.length === PAGE_SIZE && <GradingKey />}
      </GeodeGrid>
      <Pagination
        page={Math.min(page, list.totalPages)}
        pages={list.totalPages}
        to={pageUrl}
        onNear={(wanted) => prefetch(prefetchOf(wanted))}
      />
    </>
  );
};

const grades = [
  { tier: 'S', says: 'Crystals whole to the tip, rare form or colour' },
  { tier: 'A', says: 'Bright, even lining, next to no damage' },
  { tier: 'B', says: 'A good hollow with small natural flaws' },
  { tier: 'C', says: 'An honest first geode' },
] as const;

/** Explains the grades. It fills the two cells that a full page of ten leaves empty in three or four columns. */
const GradingKey = () => (
  <GeodeCell className={styles.key}>
    <div>
      <h2>How we grade</h2>
      <p>Every stone is looked at under the loupe and given one of four tiers. The letter is on its card.</p>
    </div>
    <ul>
      {grades.map(({ tier, says }) => (
        <li key={tier}>
          <Badge tone={tierTone(tier)}>{tier}</Badge>
          <span className="strong">{tierNames[tier]}</span>
          <span>{says}</span>
        </li>
      ))}
    </ul>
  </GeodeCell>
);
