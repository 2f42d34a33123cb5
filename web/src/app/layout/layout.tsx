import { Outlet, useLocation } from 'react-router-dom';
import { cartDrawer as CartDrawer } from '../../features/checkout/cart-drawer.lazy.js';
import { preloadable, Suspense } from '../../ui/preloadable.js';
import { useLatch } from '../../ui/use-latch.js';
import { ErrorBoundary } from './error-boundary.js';
import { Footer } from './footer.js';
import { Header, PlainHeader } from './header.js';
import { useAppSelector } from '../hooks.js';
import styles from './layout.module.css';

const Confirmation = preloadable(async () => (await import('../../features/checkout/confirmation.js')).Confirmation);

/** The frame of all pages: header, footer, cart and order confirmation. */
export const Layout = () => {
  const { pathname } = useLocation();
  const cartWasOpen = useLatch(useAppSelector(({ cart }) => cart.isOpen));
  const wasConfirmed = useLatch(useAppSelector(({ checkout }) => checkout.confirmation !== null));
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {import.meta.env.SSR && <PlainHeader />}
      <Header />
      {/* The footer renders with the page, so that it never starts higher and shifts down. */}
      <Suspense fallback={<main id="main" className={styles.pending} tabIndex={-1} />}>
        <main id="main" className={styles.main} tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
        <Footer />
      </Suspense>
      <ErrorBoundary>
        <Suspense>{cartWasOpen && <CartDrawer />}</Suspense>
        <Suspense>{wasConfirmed && <Confirmation />}</Suspense>
      </ErrorBoundary>
    </>
  );
};
