import { useEffect } from 'react';
import { pages, useMetadata } from '../../app/metadata.js';
import { LoadFailure } from '../../app/load-failure.js';
import { TextLink } from '../../ui/button.js';
import { EmptyState, Offline } from '../../ui/empty-state.js';
import { SectionHead } from '../../ui/page-head.js';
import { preloadable, Suspense } from '../../ui/preloadable.js';
import { GeodeCard } from '../geode-views/geode-card.js';
import { useGetFeaturedQuery } from '../geodes/geodes.api.js';
import { GeodeGrid } from '../geodes/geode-grid.js';
import { AboutSection } from './about-section.js';
import styles from './featured.module.css';
import { Hero } from './hero.js';
import { ContactSection, FaqSection, WhySection } from './home-sections.js';

/** Reserves the space of the featured specimens while they load. */
const FeaturedPending = () => (
  <div className={`scripted ${styles.slide}`} role="status">
    <div className={styles.pic} />
    <div className={styles.text}>
      <p className={styles.changing}>Loading featured specimens...</p>
      <div className={styles.control} />
      <span className={`mini ${styles.paused}`} />
    </div>
  </div>
);

const Featured = preloadable(async () => (await import('./featured.js')).Featured, {
  Waiting: () => <Offline level="h3" />,
});

export const HomePage = () => {
  useMetadata(pages['/']);
  const { data: geodes, isLoading, isFetching, error, refetch } = useGetFeaturedQuery();
  useEffect(() => void Featured.preload(), []);
  return (
    <>
      {/* The last of the list, because the carousel below begins with the first. */}
      <Hero geode={isLoading ? undefined : (geodes?.at(-1) ?? null)} />
      <section className="section" id="gallery" aria-label="Featured specimens">
        <div className="wrap">
          <SectionHead title="Featured specimens">
            <TextLink to="/gallery">View All Specimens</TextLink>
          </SectionHead>
          {isLoading && !error && <FeaturedPending />}
          {import.meta.env.SSR && geodes && geodes.length > 0 && (
            <>
              <FeaturedPending />
              <div className="unscripted">
                <GeodeGrid label="Featured specimens" wide>
                  {geodes.map((geode) => (
                    <GeodeCard key={geode.id} geode={geode} detailsAt={`/gallery?geode=${geode.id}`} />
                  ))}
                </GeodeGrid>
              </div>
            </>
          )}
          {!import.meta.env.SSR && geodes && geodes.length > 0 && (
            <Suspense fallback={<FeaturedPending />}>
              <Featured geodes={geodes} />
            </Suspense>
          )}
          {geodes?.length === 0 && (
            <EmptyState title="No Featured Geodes" level="h3">
              Featured specimens will appear here once selected in the admin panel.
            </EmptyState>
          )}
          {error && !geodes && (
            <LoadFailure
              error={error}
              title="Unable to Load Geodes"
              text="Something went wrong while loading the geode collection."
              level="h3"
              retry={refetch}
              busy={isFetching}
            />
          )}
        </div>
      </section>
      <WhySection />
      <AboutSection />
      <FaqSection />
      <ContactSection title="Contact" />
    </>
  );
};
