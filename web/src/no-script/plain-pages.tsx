import type { ReactNode } from 'react';
import { pages, type PageMetadata } from '../app/metadata.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageHead } from '../ui/page-head.js';
import { TextLink } from '../ui/text-link.js';
import { AboutSection } from '../features/home/about-section.js';
import { ContactSection } from '../features/home/contact-section.js';
import { FaqSection } from '../features/home/faq-section.js';
import { Hero } from '../features/home/hero.js';
import { SectionHead } from '../features/home/section-head.js';
import { WhySection } from '../features/home/why-section.js';
import { NotFoundPage } from '../features/pages/not-found-page.js';
import { OurStoryPage } from '../features/pages/our-story-page.js';
import { ReturnPolicyPage } from '../features/pages/return-policy-page.js';
import { TermsPage } from '../features/pages/terms-page.js';
import showcaseStyles from '../features/showcase/showcase-page.module.css';
import { Stones } from './plain-stones.js';

export interface PlainPage {
  path: string;
  metadata: PageMetadata;
  content: ReactNode;
}

const NeedsScript = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="wrap" style={{ paddingBottom: 96 }}>
    <PageHead title={title}>
      <p className="lead">{children}</p>
    </PageHead>
  </div>
);

const home = (
  <>
    <Hero geode={null} />
    <section className="section" id="gallery" aria-label="Featured specimens">
      <div className="wrap">
        <SectionHead title="Featured specimens">
          <TextLink to="/gallery">View All Specimens</TextLink>
        </SectionHead>
        <Stones label="Featured specimens" wide />
      </div>
    </section>
    <WhySection />
    <AboutSection />
    <FaqSection />
    <ContactSection title="Contact" />
  </>
);

const gallery = (
  <>
    <div className="wrap" style={{ paddingBottom: 96 }}>
      <PageHead title="Featured Geodes">
        <p>Every stone on this page exists once. When it is sold, it leaves the page.</p>
      </PageHead>
      <section id="gallery" aria-label="Geodes">
        {'{{{stones}}}'}
      </section>
    </div>
    <AboutSection band />
    <ContactSection title="Looking for one stone in particular?" />
  </>
);

const showcase = (
  <div className={`wrap ${showcaseStyles.page}`}>
    <PageHead title="Showcase">
      <p className="lead">Our personal collection. These stones are here to be looked at, none of them is for sale.</p>
    </PageHead>
    {'{{{pieces}}}'}
  </div>
);

export const Pieces = () => <ul className={showcaseStyles.case}>{'{{{pieces}}}'}</ul>;

export const piece = (
  <li>
    <div className={showcaseStyles.pic}>{'{{{pictures}}}'}</div>
    <div className={showcaseStyles.caption}>
      <h2>{'{{title}}'}</h2>
      <p>{'{{description}}'}</p>
    </div>
  </li>
);

export const noPieces = (
  <EmptyState title="Nothing here yet">Our showcase collection is being curated. Check back soon!</EmptyState>
);

const template = (title: string) => <NeedsScript title={title}>This tool needs JavaScript.</NeedsScript>;

/** Every address of the site, with what it says where no script runs. */
export const plainPages: readonly PlainPage[] = [
  { path: '/', metadata: pages.home, content: home },
  { path: '/gallery', metadata: pages.gallery, content: gallery },
  { path: '/showcase', metadata: pages.showcase, content: showcase },
  { path: '/our-story', metadata: pages.ourStory, content: <OurStoryPage /> },
  {
    path: '/wishlist',
    metadata: pages.wishlist,
    content: (
      <NeedsScript title="Wishlist">
        Saved stones are kept in this browser and shown with JavaScript. All stones on sale are in the{' '}
        <TextLink to="/gallery">gallery</TextLink>.
      </NeedsScript>
    ),
  },
  {
    path: '/track-order',
    metadata: pages.trackOrder,
    content: (
      <NeedsScript title="Track Order">
        Orders are looked up with JavaScript, by the email you ordered with; no account is needed. You can also{' '}
        <TextLink to="/#contact">ask us</TextLink>.
      </NeedsScript>
    ),
  },
  { path: '/terms', metadata: pages.terms, content: <TermsPage /> },
  { path: '/return-policy', metadata: pages.returnPolicy, content: <ReturnPolicyPage /> },
  { path: '/logo-preview', metadata: pages.logoPreview, content: template('Logo Preview') },
  { path: '/ads', metadata: pages.ads, content: template('Ads') },
  { path: '/facebook-banner', metadata: pages.facebookBanner, content: template('Facebook Banner') },
  {
    path: '/admin',
    metadata: pages.admin,
    content: <NeedsScript title="Admin">The panel needs JavaScript.</NeedsScript>,
  },
  {
    path: '/admin/panel',
    metadata: pages.adminPanel,
    content: <NeedsScript title="Admin Panel">The panel needs JavaScript.</NeedsScript>,
  },
];

export const notFound = { metadata: pages.notFound, content: <NotFoundPage /> };
