import { Fragment, Suspense as ReactSuspense } from 'react';

/**
 * React's Suspense in a browser. On the server everything is loaded before a page is rendered, and an error inside React's
 * Suspense would not be thrown: there it only holds its children.
 */
export const Suspense = import.meta.env.SSR ? (Fragment as typeof ReactSuspense) : ReactSuspense;
