/** Paths of all public pages. */
export const PUBLIC_PAGES = [
  '/',
  '/gallery',
  '/showcase',
  '/our-story',
  '/wishlist',
  '/track-order',
  '/terms',
  '/return-policy',
] as const;
