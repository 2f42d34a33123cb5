import type { Geode } from '@geodes/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import {
  COMING_SOON,
  comingSoonMetadata,
  geodeMetadata,
  notFound,
  pages,
  productScript,
  useMetadata,
} from '../../app/metadata.js';
import { lateDialog } from '../../app/late-part.js';
import { Button } from '../../ui/button.js';
import { PageHead } from '../../ui/page-head.js';
import { Offline } from '../../ui/empty-state.js';
import { FallbackBoundary, preloadable, Suspense, useLatch } from '../../ui/preloadable.js';
import { Select } from '../../ui/select.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import { useMedia } from '../../ui/use-media.js';
import { useSearchField } from '../../ui/search-field.js';
import { Count } from '../../ui/badge.js';
import { hasAdminFlag } from '../admin/session/admin-flag.js';
import { useGetGeodesQuery } from '../geodes/geodes.api.js';
import { AboutSection } from '../home/about-section.js';
import { ContactSection } from '../home/home-sections.js';
import { AppliedFilterControls } from './filter-controls.js';
import type { FilterSheetProps } from './filter-sheet.js';
import { activeFilters, callOf, defaultFilters, PAGE_SIZE, queryOf, sortOptions } from './filters.js';
import { GalleryList } from './gallery-list.js';
import styles from './gallery-page.module.css';
import { OpenGeode, useOpenGeode } from './open-geode.js';
import { useGalleryUrl } from './use-gallery-url.js';

const PanelOverlay = preloadable(async () => (await import('../admin/panel.js')).PanelOverlay, {
  Waiting: () => null,
});
const FilterSheet = lateDialog(async () => (await import('./filter-sheet.js')).FilterSheet);
const NotFoundPage = preloadable(async () => (await import('../pages/not-found-page.js')).NotFoundPage, {
  Waiting: Offline,
});

const countText = (total: number, page: number): string => {
  if (total === 0) return 'Showing 0 geodes';
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return `Showing ${first > total ? 0 : `${first}–${last}`} of ${total} ${total === 1 ? 'geode' : 'geodes'}`;
};

export const GalleryPage = () => {
  const url = useGalleryUrl();
  const { filters, page, changeFilters, toLastPage } = url;
  const { currentData, error } = useGetGeodesQuery(callOf(filters, page));
  const isPastEnd = currentData !== undefined && currentData.total > 0 && page > currentData.totalPages;
  useEffect(() => {
    if (isPastEnd) toLastPage(currentData.totalPages);
  }, [isPastEnd, currentData, toLastPage]);
  // The control responds first; the cards render in slices afterwards.
  const list = useDeferredValue(currentData);
  // A geode that is open at first renders first, then the page behind it.
  const isBehindDrawn = useDeferredValue(true, url.geodeId === null);
  const [search, onSearch] = useSearchField(filters.search, (next) => changeFilters({ search: next }));
  const [isOwner] = useState(() => !import.meta.env.SSR && hasAdminFlag());
  const isWide = useMedia('(min-width: 1024px)', true);
  const { geode, place, isUnknown, offlineError } = useOpenGeode(url.geodeId, currentData?.geodes);
  const isComingSoon = filters.available === 'upcoming';
  useGalleryHead(geode, isUnknown, isComingSoon, currentData?.geodes[0]);
  const isUpcomingShown = currentData?.geodes.some(({ availability }) => availability === 'upcoming') ?? false;
  const hasUpcoming = useLatch(isComingSoon || isUpcomingShown);
  const isFiltered = queryOf({ ...filters, sortBy: defaultFilters.sortBy }).size > 0;
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section, isFiltered);

  if (isUnknown)
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );

  const clear = () => {
    onSearch('');
    changeFilters({ ...defaultFilters, sortBy: filters.sortBy });
  };
  const sort = (
    <Select
      label="Sort by"
      options={sortOptions}
      value={filters.sortBy}
      onChange={(sortBy) => changeFilters({ sortBy })}
    />
  );

  return (
    <>
      {isBehindDrawn ? (
        <>
          <div className="wrap">
            <PageHead title={isComingSoon ? 'Coming Soon' : 'Featured Geodes'}>
              <p>
                {isComingSoon
                  ? 'Each goes on sale at its moment, for everybody at once. This page changes by itself.'
                  : 'Every stone on this page exists once. When it is sold, it leaves the page.'}
              </p>
            </PageHead>
            <section ref={section} id="gallery" className={styles.gallery} aria-label="Geodes" tabIndex={-1}>
              {isWide && (
                <aside className={`desktop scripted ${styles.filters}`} aria-label="Filters">
                  <AppliedFilterControls
                    look="list"
                    filters={filters}
                    hasUpcoming={hasUpcoming}
                    search={search}
                    onSearch={onSearch}
                    onChange={changeFilters}
                  />
                  {isFiltered && (
                    <div className={styles.clear}>
                      <Button look="quiet" size="small" onClick={clear}>
                        Clear filters
                      </Button>
                    </div>
                  )}
                </aside>
              )}
              <div>
                <div className={styles.toolbar}>
                  <span className="small num" role="status">
                    {currentData ? countText(currentData.total, page) : ' '}
                  </span>
                  <span className="row desktop scripted">
                    <span className="small dim" aria-hidden>
                      Sort by
                    </span>
                    {sort}
                  </span>
                </div>
                <div className={`phone scripted ${styles.phoneTools}`}>
                  <PhoneFilters
                    filters={filters}
                    hasUpcoming={hasUpcoming}
                    // replaces the history entry of the sheet
                    onApply={(chosen) => changeFilters(chosen, true)}
                  />
                  {sort}
                </div>
                <GalleryList
                  list={offlineError ? undefined : list}
                  error={offlineError ?? error}
                  page={page}
                  isFiltered={activeFilters(filters) > 0}
                  onClear={isFiltered ? clear : undefined}
                  pageUrl={url.pageUrl}
                  geodeUrl={url.geodeUrl}
                  prefetchOf={(wanted) => callOf(filters, wanted)}
                />
              </div>
            </section>
          </div>
          <div className={styles.below}>
            <AboutSection band />
            <ContactSection title="Looking for one stone in particular?" />
          </div>
        </>
      ) : (
        <div className={`scripted ${styles.pending}`} />
      )}
      <OpenGeode
        geode={geode}
        place={place}
        onClose={url.closeGeode}
        onStep={(step) => url.stepIn(currentData?.geodes ?? [], step)}
      />
      <FallbackBoundary fallback={null}>
        <Suspense>{isOwner && <PanelOverlay />}</Suspense>
      </FallbackBoundary>
    </>
  );
};

/** Writes the head of the page: of the open geode, if there is one, or of the list. */
const useGalleryHead = (geode: Geode | undefined, isUnknown: boolean, isComingSoon: boolean, first?: Geode) => {
  const metadata = geode ? geodeMetadata(geode) : isComingSoon ? comingSoonMetadata(first) : pages['/gallery'];
  const search = geode ? `?geode=${geode.id}` : isComingSoon ? COMING_SOON : undefined;
  useMetadata(isUnknown ? notFound : metadata, search);
  const isDrawn = useRef(false);
  useEffect(() => {
    if (!geode) return;
    // The HTML of a shared link already has the JSON-LD of its geode.
    const isWritten = !isDrawn.current && productScript()?.textContent.includes(geode.id);
    isDrawn.current = true;
    if (!isWritten)
      void import('./product-json-ld.js').then(
        ({ writeProductJsonLd }) => writeProductJsonLd(geode),
        () => undefined,
      );
  }, [geode]);
};

type PhoneFiltersProps = Pick<FilterSheetProps, 'filters' | 'hasUpcoming' | 'onApply'>;

/**
 * The filter button on a phone and its sheet. A separate component, so that opening it does not render the cards again.
 */
const PhoneFilters = ({ filters, hasUpcoming, onApply }: PhoneFiltersProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const active = activeFilters(filters);
  return (
    <>
      <button
        type="button"
        id="filters-button"
        className={styles.filterButton}
        onClick={() => {
          setTurn((before) => before + 1);
          setIsOpen(true);
        }}
        onPointerEnter={FilterSheet.preload}
      >
        <span>
          <SlidersHorizontal className="icon-s" aria-hidden />
          <span>
            Filters
            {active > 0 && <span className="sr">, {active} active</span>}
          </span>
        </span>
        <Count value={active} />
      </button>
      <FilterSheet
        open={isOpen}
        turn={turn}
        onClose={() => setIsOpen(false)}
        filters={filters}
        hasUpcoming={hasUpcoming}
        onApply={onApply}
      />
    </>
  );
};
