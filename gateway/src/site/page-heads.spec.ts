import type { Geode } from '@geodes/contracts';
import { escapeJson, geodeHead, notFoundHead, pageHead, renderHead } from './page-heads.js';
import { KNOWN } from '../../test/fake-services.js';

const site = {
  shop: 'Midwest Geodes',
  keywords: 'geodes, Keokuk geodes',
  picture: '/social.jpg',
  notFound: { path: '/not-found', title: 'Page Not Found', description: 'It has moved.', hidden: true },
  describe: ({ title, description }: Geode) => ({ title: `${title} · Midwest Geodes`, description }),
};
const page = {
  path: '/our-story',
  title: 'Our Story · Midwest Geodes',
  description: 'What Our Story is about.',
  hidden: false,
};
const ORIGIN = 'https://geodes.example';
const geode: Geode = {
  ...KNOWN,
  title: 'Evening </title><script>alert(1)</script> "Amethyst"',
  description: `Blades & bands ${'of quartz '.repeat(40)}`,
  imageUrl: '/objects/aa.jpg',
  imageUrls: ['/objects/aa.jpg', 'https://pictures.example/b.jpg', 'javascript:alert(1)'],
};

describe('the head of a page', () => {
  it("has the page's title, description, canonical link and social tags", () => {
    const html = renderHead(pageHead(page, site, ORIGIN), site);
    expect(html).toContain('<title>Our Story · Midwest Geodes</title>');
    expect(html).toContain('<link rel="canonical" href="https://geodes.example/our-story">');
    expect(html).toContain('property="og:url" content="https://geodes.example/our-story"');
    expect(html).toMatch(/name="description" content="What Our Story is about/);
    expect(html).toContain('name="twitter:card"');
    expect(html).toContain('property="og:image" content="https://geodes.example/social.jpg"');
    expect(html).not.toContain('noindex');
  });

  it('marks a hidden page as noindex', () => {
    expect(renderHead(pageHead({ ...page, hidden: true }, site, ORIGIN), site)).toContain(
      'name="robots" content="noindex"',
    );
  });

  it('preloads the response that the first view shows', () => {
    const html = renderHead({ ...pageHead(page, site, ORIGIN), preload: '/api/geodes?search="&page=1' }, site);
    expect(html).toContain('href="/api/geodes?search=&#34;&#38;page=1" crossorigin="use-credentials"');
  });

  it('has no canonical link and is noindex for the not-found page', () => {
    const html = renderHead(notFoundHead(site), site);
    expect(html).toContain('<title>Page Not Found');
    expect(html).toContain('noindex');
    expect(html).not.toContain('canonical');
  });
});

describe('the head of an open geode', () => {
  const html = renderHead(geodeHead(geode, site, ORIGIN), site);
  const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<
    string,
    unknown
  >;

  it("has the geode's title, URL and picture", () => {
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/gallery?geode=${geode.id}">`);
    expect(html).toContain(`property="og:image" content="${ORIGIN}/objects/aa.jpg"`);
  });

  it('gives price and availability in JSON-LD', () => {
    expect(jsonLd).toMatchObject({
      '@type': 'Product',
      name: geode.title,
      image: [`${ORIGIN}/objects/aa.jpg`, 'https://pictures.example/b.jpg'],
      offers: {
        '@type': 'Offer',
        price: '129.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
    });
  });

  it('says SoldOut for a sold geode and InStock for a held one', () => {
    const availabilityOf = (availability: Geode['availability']) =>
      (geodeHead({ ...geode, availability }, site, ORIGIN).jsonLd as { offers: { availability: string } }).offers
        .availability;
    expect(availabilityOf('sold')).toBe('https://schema.org/SoldOut');
    expect(availabilityOf('held')).toBe('https://schema.org/InStock');
  });

  it("escapes markup in the geode's text", () => {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).not.toContain('javascript:');
  });
});

describe('JSON in a script element', () => {
  it('cannot end the element and parses to the same value', () => {
    const value = { text: '</script><!--\u2028\u2029&' };
    expect(escapeJson(value)).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(escapeJson(value))).toEqual(value);
  });
});
