import type { ReactNode } from 'react';
import { TextLink } from '../../ui/text-link.js';
import { AboutSection } from './about-section.js';
import { ContactSection } from './contact-section.js';
import { FaqSection } from './faq-section.js';
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
