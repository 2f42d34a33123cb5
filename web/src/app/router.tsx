import { Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { GalleryPage } from '../features/gallery/gallery-page.js';
import { HomePage } from '../features/home/home-page.js';
import { preloadable } from '../ui/preloadable.js';
import { useFollowNavigation } from './follow-navigation.js';
import { ErrorBoundary } from './error-boundary.js';
import { Layout } from './layout.js';

const ShowcasePage = preloadable(async () => (await import('../features/showcase/showcase-page.js')).ShowcasePage);
const OurStoryPage = preloadable(async () => (await import('../features/pages/our-story-page.js')).OurStoryPage);
const WishlistPage = preloadable(async () => (await import('../features/wishlist/wishlist-page.js')).WishlistPage);
const TrackOrderPage = preloadable(async () => (await import('../features/orders/track-order-page.js')).TrackOrderPage);
const TermsPage = preloadable(async () => (await import('../features/pages/terms-page.js')).TermsPage);
const ReturnPolicyPage = preloadable(
  async () => (await import('../features/pages/return-policy-page.js')).ReturnPolicyPage,
);
const LogoPreviewPage = preloadable(
  async () => (await import('../features/templates/logo-preview-page.js')).LogoPreviewPage,
);
const AdsPage = preloadable(async () => (await import('../features/templates/ads-page.js')).AdsPage);
const FacebookBannerPage = preloadable(
  async () => (await import('../features/templates/facebook-banner-page.js')).FacebookBannerPage,
);
const NotFoundPage = preloadable(async () => (await import('../features/pages/not-found-page.js')).NotFoundPage);
const LoginPage = preloadable(async () => (await import('../features/admin/login-page.js')).LoginPage);
const PanelPage = preloadable(async () => (await import('../features/admin/panel-page.js')).PanelPage);

/** The owner's pages stand alone, without the shop's header and footer. */
const Bare = () => (
  <ErrorBoundary>
    <Suspense>
      <Outlet />
    </Suspense>
  </ErrorBoundary>
);

export const Router = () => {
  useFollowNavigation();
  return (
    <Routes>
      <Route element={<Bare />}>
        <Route path="admin" element={<LoginPage />} />
        <Route path="admin/panel" element={<PanelPage />} />
      </Route>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="gallery" element={<GalleryPage />} />
        <Route path="showcase" element={<ShowcasePage />} />
        <Route path="our-story" element={<OurStoryPage />} />
        <Route path="wishlist" element={<WishlistPage />} />
        <Route path="track-order" element={<TrackOrderPage />} />
        <Route path="terms" element={<TermsPage />} />
        <Route path="return-policy" element={<ReturnPolicyPage />} />
        <Route path="logo-preview" element={<LogoPreviewPage />} />
        <Route path="ads" element={<AdsPage />} />
        <Route path="facebook-banner" element={<FacebookBannerPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
};
