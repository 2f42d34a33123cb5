import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { describePage, type PageMetadata } from './metadata.js';

/** Writes a page's metadata into the head. `search` is part of the page's canonical URL, if any. */
export const useMetadata = ({ title, description, hidden, image, isProduct }: PageMetadata, search = ''): void => {
  const { pathname } = useLocation();
  useEffect(
    () => describePage({ title, description, hidden, image, isProduct }, pathname + search),
    [title, description, hidden, image, isProduct, pathname, search],
  );
};
