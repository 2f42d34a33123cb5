/** What a page tells search engines and messengers, and readers without scripts, about itself. */
export interface Page {
  path: string;
  title: string;
  description: string;
  heading: string;
  /** Kept out of search engines: the owner's pages and internal templates. */
  hidden?: true;
}

const SHOP = 'Midwest Geodes';
const titled = (title: string) => `${title} · ${SHOP}`;

/** Every address of the site; any other is the not-found page. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    title: `${SHOP} · One-of-a-kind geodes from Keokuk and Hamilton`,
    description:
      'Premium Midwest specimens from Keokuk, Iowa and Hamilton, Illinois. Each geode is unique, so only one person can own it.',
    heading: 'Found once. Sold once.',
  },
  {
    path: '/gallery',
    title: titled('Gallery'),
    description:
      'Browse authentic geodes and mineral specimens from Keokuk, Iowa and Hamilton, Illinois: quartz, calcite, chalcedony and pyrite, each one of a kind.',
    heading: 'Featured Geodes',
  },
  {
    path: '/showcase',
    title: titled('Showcase'),
    description: 'The personal collection of Midwest Geodes: exceptional specimens on display, not for sale.',
    heading: 'Showcase',
  },
  {
    path: '/our-story',
    title: titled('Our Story'),
    description:
      'How Midwest Geodes finds, opens and grades geodes in the country where Iowa and Illinois meet at the river.',
    heading: 'Our Story',
  },
  {
    path: '/wishlist',
    title: titled('Wishlist'),
    description: 'The geodes you saved at Midwest Geodes.',
    heading: 'Wishlist',
  },
  {
    path: '/track-order',
    title: titled('Track Order'),
    description: 'Look up your orders at Midwest Geodes with the email address you ordered with. No account needed.',
    heading: 'Track Order',
  },
  {
    path: '/terms',
    title: titled('Terms of Service'),
    description: 'The terms of service of Midwest Geodes: orders, payment, shipping and returns.',
    heading: 'Terms of Service',
  },
  {
    path: '/return-policy',
    title: titled('Return Policy'),
    description: 'All sales are final. Damage in shipping must be reported within 48 hours with photos.',
    heading: 'Return Policy',
  },
  {
    path: '/logo-preview',
    title: titled('Logo Preview'),
    description: 'Drawn logos of Midwest Geodes, for internal use.',
    heading: 'Logo Preview',
    hidden: true,
  },
  {
    path: '/ads',
    title: titled('Ads'),
    description: 'Social advertisement templates of Midwest Geodes, for internal use.',
    heading: 'Ads',
    hidden: true,
  },
  {
    path: '/facebook-banner',
    title: titled('Facebook Banner'),
    description: 'The cover image template of Midwest Geodes, for internal use.',
    heading: 'Facebook Banner',
    hidden: true,
  },
  {
    path: '/admin',
    title: titled('Admin'),
    description: 'For the owner of Midwest Geodes.',
    heading: 'Admin',
    hidden: true,
  },
  {
    path: '/admin/panel',
    title: titled('Admin Panel'),
    description: 'For the owner of Midwest Geodes.',
    heading: 'Admin Panel',
    hidden: true,
  },
];

export const NOT_FOUND: Omit<Page, 'path'> = {
  title: titled('Page Not Found'),
  description: 'The page does not exist or has moved.',
  heading: 'Page Not Found',
  hidden: true,
};

export const geodeTitle = (title: string): string => titled(title);

/** The page at a path; case and a slash at the end do not matter, as in the site's own router. */
export const pageAt = (path: string): Page | undefined => {
  const plain = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  return PAGES.find((page) => page.path === plain);
};
