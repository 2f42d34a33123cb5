import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { EmptyState } from '../../ui/empty-state.js';
import { TextLink } from '../../ui/text-link.js';
import { useGetFeaturedQuery } from '../geodes/geodes.api.js';
import { AboutSection } from './about-section.js';
import { ContactSection } from './contact-section.js';
import { FaqSection } from './faq-section.js';
import { Featured } from './featured.js';
import styles from './featured.module.css';
import { Hero } from './hero.js';
import { SectionHead } from './section-head.js';
import { WhySection } from './why-section.js';

export const HomePage = () => {
  useMetadata(pages.home);
  const { data: geodes, isLoading } = useGetFeaturedQuery();
  return (
    <>
      {/* The last of the list: the carousel below begins with the first. */}
      <Hero geode={isLoading ? undefined : (geodes?.at(-1) ?? null)} />
      <section className="section" id="gallery" aria-label="Featured specimens">
        <div className="wrap">
          <SectionHead title="Featured specimens">
            <TextLink to="/gallery">View All Specimens</TextLink>
          </SectionHead>
          {isLoading && (
            <p className={styles.pending} role="status">
              Loading featured specimens...
            </p>
          )}
          {!isLoading && geodes && geodes.length > 0 && <Featured geodes={geodes} />}
          {!isLoading && !geodes?.length && (
            <EmptyState title="No Featured Geodes" level="h3">
              Featured specimens will appear here once selected in the admin panel.
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
