import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { GalleryPage } from '../features/gallery/gallery-page.js';
import { HomePage } from '../features/home/home-page.js';
import { preloadable } from '../ui/preloadable.js';
import { useFollowNavigation } from './follow-navigation.js';
import { Layout } from './layout.js';

const ShowcasePage = preloadable(async () => (await import('../features/showcase/showcase-page.js')).ShowcasePage);
const OurStoryPage = preloadable(async () => (await import('../features/pages/our-story-page.js')).OurStoryPage);
const WishlistPage = preloadable(async () => (await import('../features/wishlist/wishlist-page.js')).WishlistPage);
const TrackOrderPage = preloadable(async () => (await import('../features/orders/track-order-page.js')).TrackOrderPage);
const TermsPage = preloadable(async () => (await import('../features/pages/terms-page.js')).TermsPage);
const ReturnPolicyPage = preloadable(
  async () => (await import('../features/pages/return-policy-page.js')).ReturnPolicyPage,
);
const NotFoundPage = preloadable(async () => (await import('../features/pages/not-found-page.js')).NotFoundPage);
const Admin = preloadable(async () => (await import('../features/admin/admin.js')).Admin);

export const Router = () => {
  useFollowNavigation();
  return (
    <Routes>
      <Route
        path="admin/*"
        element={
          <Suspense>
            <Admin />
          </Suspense>
        }
      />
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="gallery" element={<GalleryPage />} />
        <Route path="showcase" element={<ShowcasePage />} />
        <Route path="our-story" element={<OurStoryPage />} />
        <Route path="wishlist" element={<WishlistPage />} />
        <Route path="track-order" element={<TrackOrderPage />} />
        <Route path="terms" element={<TermsPage />} />
        <Route path="return-policy" element={<ReturnPolicyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
};
