import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { scrollToId } from '../ui/scroll-to.js';

/**
 * Every navigation scrolls to the top, or to its anchor, and moves the focus to the page. A change of the query alone is
 * no navigation: filters and an open geode leave the page where it is.
 */
export const useFollowNavigation = (): void => {
  const { pathname, search, hash, key } = useLocation();
  const before = useRef<{ pathname: string; search: string } | null>(null);

  useEffect(() => {
    const last = before.current;
    before.current = { pathname, search };
    if (hash) {
      scrollToId(decodeURIComponent(hash.slice(1)), last?.pathname === pathname ? 'smooth' : 'instant');
      return;
    }
    if (!last) return;
    const isPage = last.pathname !== pathname;
    if (isPage || last.search === search) window.scrollTo({ top: 0, behavior: 'instant' });
    if (isPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search, hash, key]);
};
