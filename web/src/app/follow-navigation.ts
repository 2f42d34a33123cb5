import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollToId } from '../ui/scroll-to.js';
import { keepsScroll } from './keep-scroll.js';

/**
 * Every navigation scrolls to the top, or to its anchor, and moves the focus to a new page. What only changes the query of a
 * page (its filters, an open geode) says that it stays, and back within a page is where it was.
 */
export const useFollowNavigation = (): void => {
  const { pathname, hash, key, state } = useLocation();
  const type = useNavigationType();
  const before = useRef<{ pathname: string; key: string } | null>(null);

  useEffect(() => {
    const last = before.current;
    before.current = { pathname, key };
    // the same page: only a layer over it was opened or closed
    if (last?.key === key) return;
    if (hash) {
      // ids of this site need no escapes; an address that somebody mistyped may hold any
      scrollToId(hash.slice(1), last?.pathname === pathname ? 'smooth' : 'instant');
      return;
    }
    if (last === null) return;
    const isPage = last.pathname !== pathname;
    if (isPage || (type !== 'POP' && !keepsScroll(state))) window.scrollTo({ top: 0, behavior: 'instant' });
    if (isPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash, key, state, type]);
};
