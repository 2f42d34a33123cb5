/** The pages that the header and the menu lead to. */
export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/our-story', label: 'Our Story' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/track-order', label: 'Track Order' },
] as const;

/** The link to the wishlist, with its count in words. */
export const wishlistLabel = (count: number): string => (count > 0 ? `Wishlist, ${count} saved` : 'Wishlist');

export const businessHours = [
  { days: 'Mon-Fri', hours: '9AM-5PM CST' },
  { days: 'Sat', hours: '10AM-4PM CST' },
  { days: 'Sun', hours: 'closed' },
] as const;

/** Who built the site. */
export const agency = 'Two Rivers Web Studio';
