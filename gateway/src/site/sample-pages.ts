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
    page('/', 'Home', '{{{hero}}}<ul>{{{stones}}}</ul><a href="mailto:{{email}}">{{email}}</a> {{phone}} {{place}}'),
    page('/gallery', 'Gallery', '<p>{{count}}</p>{{{stones}}}'),
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
  preload: '<link rel="preload" as="fetch" href="{{address}}">',
  parts: {
    hero: '<img src="/objects/{{picture}}" alt="{{title}}"><p>{{location}} {{crystalType}} {{size}}</p>',
    noHero: '<p>hollow</p>',
    stone:
      '<li><a href="{{href}}">{{title}}</a>{{{photo}}}{{{badges}}}{{{strip}}}<p>{{description}}</p>{{price}} {{size}} {{state}} {{{buy}}}</li>',
    stones: '<ul>{{{stones}}}</ul>',
    gradingKey: '<li>How we grade</li>',
    count: 'Showing {{first}}–{{last}} of {{total}} {{geodes}}',
    noStones: '<p>No Geodes Found</p>',
    pager: '<nav>{{{links}}}</nav>',
    pageLink: '<a href="{{href}}">{{page}}</a>',
    currentPage: '<a href="{{href}}" aria-current="page">{{page}}</a>',
    piece: '<li><h2>{{title}}</h2><p>{{description}}</p>{{{pictures}}}</li>',
    pieces: '<ul>{{{pieces}}}</ul>',
    noPieces: '<p>Check back soon!</p>',
    picture: '<img src="{{picture}}" alt="{{title}}" width="800" height="1000">',
    photo: {
      first: '<img src="/objects/{{picture}}?w=640" alt="{{title}}" width="800" height="1000" fetchpriority="high">',
      now: '<img src="/objects/{{picture}}?w=640" alt="{{title}}" width="800" height="1000">',
      later: '<img src="/objects/{{picture}}?w=640" alt="{{title}}" width="800" height="1000" loading="lazy">',
      large: '<img src="/objects/{{picture}}?w=960" alt="{{title}}" width="800" height="1000">',
      thumb: '<img src="/objects/{{picture}}?w=160" alt="">',
    },
    openGeode:
      '<h1>{{title}}</h1>{{{photo}}}{{{featured}}}{{{thumbs}}}{{{pictures}}}{{{badges}}}<p>{{price}} {{state}}</p>{{{buy}}}<dl>{{crystalType}} {{size}} {{location}} {{quantity}}</dl><p>{{description}}</p><p>{{formation}}</p>',
    thumb: '<span>{{{photo}}}</span>',
    currentThumb: '<span aria-current="true">{{{photo}}}</span>',
    thumbs: '<div>{{{thumbs}}}</div>',
    featured: '<b>Featured</b>',
    badges: {
      place: { Keokuk: '<b>Keokuk</b>', Hamilton: '<b>Hamilton</b>', Special: '<b>Special</b>' },
      tier: { S: '<b>S</b>', A: '<b>A</b>' },
      longTier: { S: '<b>S · Museum Quality</b>', A: '<b>A · Excellent</b>' },
      category: { individual: '', 'gift-box': '<b>Gift Box</b>' },
    },
    strip: { available: '', held: '<span>In another checkout</span>', sold: '<span>Sold</span>' },
    buy: {
      available: '<button>Add</button>',
      held: '<button disabled>Held</button>',
      sold: '<button disabled>No</button>',
    },
    buyOpen: { available: '<button>Add {{title}}</button>', held: '', sold: '' },
    formation: { Keokuk: 'Grew at Keokuk.', Hamilton: 'Grew at Hamilton.', Special: 'Grew somewhere.' },
    stock: { available: 'Only one exists.', held: 'In another checkout.', sold: 'It was the only one.' },
  },
};
