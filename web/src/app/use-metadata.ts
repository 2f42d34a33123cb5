import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { describePage, type PageMetadata } from './metadata.js';

/** Says in the head of the document which page this is. `search` is part of its own address, if any. */
export const useMetadata = ({ title, description }: PageMetadata, search = ''): void => {
  const { pathname } = useLocation();
  useEffect(() => describePage({ title, description }, pathname + search), [title, description, pathname, search]);
};
