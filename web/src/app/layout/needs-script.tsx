import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.js';
import { TextLink } from '../../ui/text-link.js';
import styles from './layout.module.css';

const tool = 'This tool needs JavaScript.';
const panel = 'The panel needs JavaScript.';

/** Pages that only a script can fill, by path, and what they say without one. */
export const needsScript: Partial<Record<string, { title: string; says: ReactNode }>> = {
  wishlist: {
    title: 'Wishlist',
    says: (
      <>
        Saved stones are kept in this browser and shown with JavaScript. All stones on sale are in the{' '}
        <TextLink to="/gallery">gallery</TextLink>.
      </>
    ),
  },
  'track-order': {
    title: 'Track Order',
    says: (
      <>
        Orders are looked up with JavaScript, by the email you ordered with; no account is needed. You can also{' '}
        <TextLink to="/#contact">ask us</TextLink>.
      </>
    ),
  },
  'logo-preview': { title: 'Logo Preview', says: tool },
  ads: { title: 'Ads', says: tool },
  'facebook-banner': { title: 'Facebook Banner', says: tool },
  admin: { title: 'Admin', says: panel },
  'admin/panel': { title: 'Admin Panel', says: panel },
};

/** Replaces such a page in the HTML. With scripts it reserves the page's height until the page is drawn. */
export const NeedsScript = ({ title, says }: { title: string; says: ReactNode }) => (
  <>
    <div className="wrap unscripted" style={{ paddingBottom: 96 }}>
      <PageHead title={title}>
        <p className="lead">{says}</p>
      </PageHead>
    </div>
    <div className={`scripted ${styles.pending}`} />
  </>
);
