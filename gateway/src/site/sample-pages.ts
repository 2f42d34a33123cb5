import type { SitePage, SitePages } from '@geodes/contracts';

const page = (path: string, title: string, body: string, hidden = false): SitePage => ({
  path,
  title: `${title} · Midwest Geodes`,
  description: `What ${title} is about at Midwest Geodes.`,
  hidden,
  body: `<main><h1>${title}</h1>${body}</main>`,
});

/** For tests: what the site's build would leave in site-pages.json, in few words. */
export const samplePages: SitePages = {
  shop: 'Midwest Geodes',
  keywords: 'geodes, Keokuk geodes',
  picture: '/social.jpg',
  pages: [
    page('/', 'Home', '<ul>{{{stones}}}</ul><a href="mailto:{{email}}">{{email}}</a> {{phone}} {{place}}'),
    page('/gallery', 'Gallery', '{{{stones}}}'),
    page('/showcase', 'Showcase', '{{{pieces}}}'),
    page('/our-story', 'Our Story', '<p>Two river towns</p>'),
    page('/wishlist', 'Wishlist', ''),
    page('/track-order', 'Track Order', ''),
    page('/terms', 'Terms of Service', '<p>Each one is unique</p>'),
    page('/return-policy', 'Return Policy', `<p>All sales are final. ${'No returns. '.repeat(100)}</p>`),
    page('/logo-preview', 'Logo Preview', '', true),
    page('/ads', 'Ads', '', true),
    page('/facebook-banner', 'Facebook Banner', '', true),
    page('/admin', 'Admin', '', true),
    page('/admin/panel', 'Admin Panel', '', true),
  ],
  notFound: {
    title: 'Page Not Found · Midwest Geodes',
    description: 'The page does not exist or has moved.',
    hidden: true,
    body: '<main><h1>Page Not Found</h1></main>',
  },
  geodeTitle: '{{title}} · Midwest Geodes',
  preloads: {
    answer: '<link rel="preload" as="fetch" href="{{address}}">',
    hero: '<link rel="preload" as="image" imagesrcset="/objects/{{picture}}?w=640 640w" imagesizes="57vw">',
    card: '<link rel="preload" as="image" imagesrcset="/objects/{{picture}}?w=640 640w" imagesizes="26vw">',
    detail: '<link rel="preload" as="image" imagesrcset="/objects/{{picture}}?w=640 640w" imagesizes="50vw">',
  },
  parts: {
    stone:
      '<li><a href="{{href}}">{{title}}</a><img src="{{picture}}" alt="{{title}}" width="800" height="1000"><p>{{description}}</p>{{price}} {{location}} {{size}} {{state}}</li>',
    stones: '<ul>{{{stones}}}</ul>',
    count: '<p>Showing {{first}}–{{last}} of {{total}}</p>',
    noStones: '<p>No Geodes Found</p>',
    pager: '<nav>{{{links}}}</nav>',
    pageLink: '<a href="{{href}}">{{page}}</a>',
    currentPage: '<a href="{{href}}" aria-current="page">{{page}}</a>',
    piece: '<li><h2>{{title}}</h2><p>{{description}}</p>{{{pictures}}}</li>',
    pieces: '<ul>{{{pieces}}}</ul>',
    noPieces: '<p>Check back soon!</p>',
    picture: '<img src="{{picture}}" alt="{{title}}" width="800" height="1000">',
    openGeode:
      '<h1>{{title}}</h1>{{{pictures}}}<p>{{price}} {{state}}</p><dl>{{crystalType}} {{size}} {{location}} {{quantity}}</dl><p>{{description}}</p><p>{{formation}}</p>',
    formation: { Keokuk: 'Grew at Keokuk.', Hamilton: 'Grew at Hamilton.', Special: 'Grew somewhere.' },
    available: 'Only one exists.',
    held: 'In another checkout.',
    sold: 'It was the only one.',
  },
};
