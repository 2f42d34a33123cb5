/** Links of the header and the menu. */
export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/our-story', label: 'Our Story' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/track-order', label: 'Track Order' },
] as const;
