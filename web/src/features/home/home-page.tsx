import { Suspense, useEffect } from 'react';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { messageOf } from '../../app/api-error.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { preloadable } from '../../ui/preloadable.js';
import { TextLink } from '../../ui/text-link.js';
import { useGetFeaturedQuery } from '../geodes/geodes.api.js';
import { AboutSection } from './about-section.js';
import { ContactSection } from './contact-section.js';
import { FaqSection } from './faq-section.js';
import styles from './home-page.module.css';
import { Hero } from './hero.js';
import { SectionHead } from './section-head.js';
import { WhySection } from './why-section.js';

const Featured = preloadable(async () => (await import('./featured.js')).Featured);

export const HomePage = () => {
  useMetadata(pages.home);
  const { data: geodes, isLoading, error, refetch } = useGetFeaturedQuery();
  useEffect(() => void Featured.preload(), []);
  const loading = (
    <p className={styles.pending} role="status">
      Loading featured specimens...
    </p>
  );
  return (
    <>
      {/* The last of the list: the carousel below begins with the first. */}
      <Hero geode={isLoading ? undefined : (geodes?.at(-1) ?? null)} />
      <section className="section" id="gallery" aria-label="Featured specimens">
        <div className="wrap">
          <SectionHead title="Featured specimens">
            <TextLink to="/gallery">View All Specimens</TextLink>
          </SectionHead>
          {isLoading && loading}
          {geodes && geodes.length > 0 && (
            <Suspense fallback={loading}>
              <Featured geodes={geodes} />
            </Suspense>
          )}
          {geodes?.length === 0 && (
            <EmptyState title="No Featured Geodes" level="h3">
              Featured specimens will appear here once selected in the admin panel.
            </EmptyState>
          )}
          {!isLoading && !geodes && (
            <EmptyState
              look="failed"
              title="Unable to Load Geodes"
              level="h3"
              action={<Button onClick={() => void refetch()}>Try Again</Button>}
            >
              {messageOf(error, 'Something went wrong while loading the geode collection.')}
            </EmptyState>
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
