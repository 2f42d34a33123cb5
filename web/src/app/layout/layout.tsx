import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { drawerClosed } from '../../features/cart/cart.slice.js';
import { cartDrawer as CartDrawer } from '../../features/checkout/cart-drawer.lazy.js';
import { confirmationClosed } from '../../features/checkout/checkout.slice.js';
import { confirmation as Confirmation } from '../../features/checkout/confirmation.lazy.js';
import { TextLink } from '../../ui/button.js';
import { PageHead } from '../../ui/page-head.js';
import { Suspense } from '../../ui/preloadable.js';
import { useGetSiteConfigQuery } from '../site-config.api.js';
import { Footer } from './footer.js';
import { Header, PlainHeader } from './header.js';
import { LatePart } from '../late-part.js';
import { ErrorBoundary } from '../load-failure.js';
import { useAppDispatch, useAppSelector } from '../hooks.js';
import styles from './layout.module.css';

/** The frame of all pages: header, footer, cart and order confirmation. */
export const Layout = () => {
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const cartIsOpen = useAppSelector(({ cart }) => cart.isOpen);
  const orderNumber = useAppSelector(({ checkout }) => checkout.confirmation?.orderNumber);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {import.meta.env.SSR && <PlainHeader />}
      <Header />
      {/* The footer renders with the page, so that it never starts higher and shifts down. */}
      <Suspense fallback={<main id="main" className={styles.pending} tabIndex={-1} />}>
        <main id="main" tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
        <Footer />
      </Suspense>
      <CartDrawer open={cartIsOpen} onClose={() => dispatch(drawerClosed())} />
      <LatePart
        open={orderNumber !== undefined}
        onClose={() => dispatch(confirmationClosed())}
        essence={
          <p>
            <b>Thank you for your order</b> Its order number is {orderNumber}. You can look it up at /track-order with
            your email.
          </p>
        }
      >
        <Confirmation />
      </LatePart>
    </>
  );
};

/** The owner's line on top of every page. Each document brings its text, so that it never shifts the page. */
export const Announcement = () => {
  const { data: config } = useGetSiteConfigQuery();
  if (!config?.announcement) return null;
  return (
    <section className={styles.announcement} aria-label="Announcement">
      <p className="wrap">{config.announcement}</p>
    </section>
  );
};

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
