/** Links of the header and the menu. */
export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/our-story', label: 'Our Story' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/track-order', label: 'Track Order' },
] as const;

/** Returns the label of the wishlist link, with its count. */
export const wishlistLabel = (count: number): string => (count > 0 ? `Wishlist, ${count} saved` : 'Wishlist');
