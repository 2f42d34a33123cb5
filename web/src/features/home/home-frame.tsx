import type { ReactNode } from 'react';
import { TextLink } from '../../ui/text-link.js';
import { AboutSection } from './about-section.js';
import { ContactSection } from './contact-section.js';
import { FaqSection } from './faq-section.js';
import styles from './featured.module.css';
import { SectionHead } from './section-head.js';
import { WhySection } from './why-section.js';

interface HomeFrameProps {
  hero: ReactNode;
  /** The featured specimens. */
  children: ReactNode;
}

/** The home page around its stones: the same before its script has come and after. */
export const HomeFrame = ({ hero, children }: HomeFrameProps) => (
  <>
    {hero}
    <section className="section" id="gallery" aria-label="Featured specimens">
      <div className="wrap">
        <SectionHead title="Featured specimens">
          <TextLink to="/gallery">View All Specimens</TextLink>
        </SectionHead>
        {children}
      </div>
    </section>
    <WhySection />
    <AboutSection />
    <FaqSection />
    <ContactSection title="Contact" />
  </>
);

/** Keeps the place of the featured specimens until they have come. */
export const FeaturedPending = () => (
  <div className={styles.slide} role="status">
    <div className={styles.pic} />
    <div className={styles.text}>
      <p className={styles.changing}>Loading featured specimens...</p>
      <div className={styles.control} />
      <span className={`mini ${styles.paused}`} />
    </div>
  </div>
);
