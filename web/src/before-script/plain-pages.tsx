import type { ReactNode } from 'react';
import { pages, type PageMetadata } from '../app/metadata.js';
import { SlidersHorizontal } from 'lucide-react';
import layoutStyles from '../app/layout.module.css';
import { EmptyState } from '../ui/empty-state.js';
import { PageHead } from '../ui/page-head.js';
import { Select } from '../ui/select.js';
import { TextLink } from '../ui/text-link.js';
import { FilterControls } from '../features/gallery/filter-controls.js';
import { defaultFilters, sortOptions } from '../features/gallery/filters.js';
import galleryStyles from '../features/gallery/gallery-page.module.css';
import { AboutSection } from '../features/home/about-section.js';
import { ContactSection } from '../features/home/contact-section.js';
import { FeaturedPending, HomeFrame } from '../features/home/home-frame.js';
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

/** Where scripts run the page keeps its place free until it is drawn. */
const NeedsScript = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <div className="wrap unscripted" style={{ paddingBottom: 96 }}>
      <PageHead title={title}>
        <p className="lead">{children}</p>
      </PageHead>
    </div>
    <div className={`scripted ${layoutStyles.pending}`} />
  </>
);

const nothing = () => undefined;

const home = (
  <HomeFrame hero="{{{hero}}}">
    <div className="scripted">
      <FeaturedPending />
    </div>
    <div className="unscripted">
      <Stones label="Featured specimens" wide />
    </div>
  </HomeFrame>
);

const sort = <Select label="Sort by" options={sortOptions} value={sortOptions[0].value} onChange={nothing} disabled />;

const gallery = (
  <>
    <div className="wrap">
      <PageHead title="Featured Geodes">
        <p>Every stone on this page exists once. When it is sold, it leaves the page.</p>
      </PageHead>
      <section id="gallery" className={galleryStyles.gallery} aria-label="Geodes">
        <fieldset className={`desktop scripted ${galleryStyles.filters}`} disabled>
          <FilterControls look="list" filters={defaultFilters} search="" onSearch={nothing} onChange={nothing} />
        </fieldset>
        <div>
          <div className={galleryStyles.toolbar}>
            <span className="small num">{'{{count}}'}</span>
            <span className="row desktop scripted">
              <span className="small dim">Sort by</span>
              {sort}
            </span>
          </div>
          <div className={`phone scripted ${galleryStyles.phoneTools}`}>
            <button type="button" id="filters-button" className={galleryStyles.filterButton}>
              <span>
                <SlidersHorizontal className="icon-s" aria-hidden />
                <span>Filters</span>
              </span>
            </button>
            {sort}
          </div>
          {'{{{stones}}}'}
        </div>
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
