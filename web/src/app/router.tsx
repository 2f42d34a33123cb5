import { useEffect, type ComponentType, useRef } from 'react';
import { matchPath, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { GalleryPage } from '../features/gallery/gallery-page.js';
import { HomePage } from '../features/home/home-page.js';
import { Offline } from '../ui/empty-state.js';
import { preloadable, Suspense } from '../ui/preloadable.js';
import { followBack } from '../ui/use-back-entry.js';
import { Announcement, Layout, NeedsScript, needsScript } from './layout/layout.js';
import { keepsScroll, scrollToId } from './keep-scroll.js';
import { ErrorBoundary } from './load-failure.js';

/**
 * Scrolls to the top or the anchor on each navigation, and moves the focus to a new page. A change of the query alone
 * (filters, an open geode) keeps the position, and Back within a page restores it.
 */
const useFollowNavigation = (): void => {
  const { pathname, hash, key, state } = useLocation();
  const type = useNavigationType();
  const before = useRef<{ pathname: string; key: string } | null>(null);

  useEffect(() => {
    const last = before.current;
    before.current = { pathname, key };
    // Same page: only a layer over it was opened or closed.
    if (last?.key === key) return;
    const isPage = last?.pathname !== pathname;
    // Back to a part of the same page restores the scroll position.
    if (hash && (isPage || type !== 'POP')) {
      scrollToId(hash.slice(1), isPage ? 'instant' : 'smooth');
      return;
    }
    if (last === null) return;
    if (isPage || (type !== 'POP' && !keepsScroll(state))) window.scrollTo({ top: 0, behavior: 'instant' });
    if (isPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash, key, state, type]);
};

/** Makes a page in its own chunk, which shows a notice while it cannot be fetched offline. */
const page = (load: () => Promise<ComponentType>) => preloadable(load, { Waiting: Offline, isPage: true });

/** Pages in their own chunks, by path. */
const pages = {
  showcase: page(async () => (await import('../features/showcase/showcase-page.js')).ShowcasePage),
  'our-story': page(async () => (await import('../features/pages/our-story-page.js')).OurStoryPage),
  wishlist: page(async () => (await import('../features/pages/wishlist-page.js')).WishlistPage),
  'track-order': page(async () => (await import('../features/orders/track-order-page.js')).TrackOrderPage),
  terms: page(async () => (await import('../features/pages/text-pages.js')).TermsPage),
  'return-policy': page(async () => (await import('../features/pages/text-pages.js')).ReturnPolicyPage),
  'logo-preview': page(async () => (await import('../features/templates/logo-preview-page.js')).LogoPreviewPage),
  ads: page(async () => (await import('../features/templates/ads-page.js')).AdsPage),
  'facebook-banner': page(
    async () => (await import('../features/templates/facebook-banner-page.js')).FacebookBannerPage,
  ),
  admin: page(async () => (await import('../features/admin/session/login-page.js')).LoginPage),
};
const fullScreenPages = {
  'admin/panel': page(async () => (await import('../features/admin/panel.js')).PanelPage),
};
const NotFoundPage = page(async () => (await import('../features/pages/not-found-page.js')).NotFoundPage);

const routesOf = (some: Record<string, typeof NotFoundPage>) =>
  Object.entries(some).map(([path, Page]) => {
    const instead = import.meta.env.SSR ? needsScript[path] : undefined;
    return <Route key={path} path={path} element={instead ? <NeedsScript {...instead} /> : <Page />} />;
  });

/** Fetches the page at a path; resolves when it can be rendered. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const found = Object.entries({ ...pages, ...fullScreenPages }).find(([path]) => matchPath(`/${path}`, pathname));
  await (found?.[1] ?? NotFoundPage).preload();
};

/** Loads the pages that the server renders. Throws if one cannot be loaded. */
export const loadPages = async (): Promise<void> => {
  const rendered = Object.entries(pages).flatMap(([path, Page]) => (needsScript[path] ? [] : [Page.load()]));
  await Promise.all([...rendered, NotFoundPage.load()]);
};

/** Layout of the admin panel, without the shop's header and footer. */
const FullScreen = () => (
  <ErrorBoundary>
    <Suspense>
      <Outlet />
    </Suspense>
  </ErrorBoundary>
);

export const Router = () => {
  useFollowNavigation();
  useEffect(followBack, []);
  return (
    <>
      <Announcement />
      <Routes>
        <Route element={<FullScreen />}>{routesOf(fullScreenPages)}</Route>
        <Route element={<Layout />}>
          <Route index element={<HomePage />} />
          <Route path="gallery" element={<GalleryPage />} />
          {routesOf(pages)}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </>
  );
};
