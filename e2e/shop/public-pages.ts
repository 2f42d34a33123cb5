/** Every page that a visitor may come to by its address. */
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
