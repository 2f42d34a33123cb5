import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { describePage, type PageMetadata } from './metadata.js';

/** Says in the head of the document which page this is. `search` is part of the page's own address, if any. */
export const useMetadata = ({ title, description, hidden, image }: PageMetadata, search = ''): void => {
  const { pathname } = useLocation();
  useEffect(
    () => describePage({ title, description, hidden, image }, pathname + search),
    [title, description, hidden, image, pathname, search],
  );
};
