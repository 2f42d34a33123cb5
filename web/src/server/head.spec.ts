import type { Geode } from '@geodes/contracts';
import { renderHead } from './head.js';

const ORIGIN = 'https://geodes.example';
const geode = {
  id: '11111111-1111-4111-8111-111111111111',
  title: 'Evening </title><script>alert(1)</script> "Amethyst"',
  description: `Blades & bands ${'of quartz '.repeat(40)}`,
  price: '129.00',
  crystalType: 'Amethyst',
  imageUrl: '/objects/aa.jpg',
  imageUrls: ['/objects/aa.jpg', 'https://pictures.example/b.jpg', 'javascript:alert(1)'],
  availability: 'available',
} as Geode;
const geodeUrl = `/gallery?geode=${geode.id}`;

describe('the head of a page', () => {
  it("has the page's title, description, canonical link and social tags", () => {
    const html = renderHead('/our-story', ORIGIN);
    expect(html).toContain('<title>Our Story · Midwest Geodes</title>');
    expect(html).toContain('<link rel="canonical" href="https://geodes.example/our-story">');
    expect(html).toContain('property="og:url" content="https://geodes.example/our-story"');
    expect(html).toMatch(/name="description" content="How Midwest Geodes finds/);
    expect(html).toContain('name="twitter:card"');
    expect(html).toContain('property="og:image" content="https://geodes.example/social.jpg"');
    expect(html).not.toContain('noindex');
  });

  it('marks a hidden page as noindex', () => {
    expect(renderHead('/ads', ORIGIN)).toContain('name="robots" content="noindex"');
  });

  it('has no canonical link and is noindex for the not-found page', () => {
    const html = renderHead('/not-found', ORIGIN);
    expect(html).toContain('<title>Page Not Found');
    expect(html).toContain('noindex');
    expect(html).not.toContain('canonical');
  });

  it('has the first picture of what goes on sale later', () => {
    const html = renderHead('/gallery?available=upcoming&page=2', ORIGIN, { geodes: [geode] });
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/gallery?available=upcoming">`);
    expect(html).toContain(`property="og:image" content="${ORIGIN}/objects/aa.jpg"`);
  });

  it('is that of the gallery for a geode that could not be read', () => {
    expect(renderHead(geodeUrl, ORIGIN)).toBe(renderHead('/gallery', ORIGIN));
  });
});

describe('the head of an open geode', () => {
  const jsonLdOf = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as {
      offers: { availability: string };
    };
  const html = renderHead(geodeUrl, ORIGIN, geode);

  it("has the geode's title, URL and picture", () => {
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/gallery?geode=${geode.id}">`);
    expect(html).toContain(`property="og:image" content="${ORIGIN}/objects/aa.jpg"`);
  });

  it('gives price and availability in JSON-LD', () => {
    expect(jsonLdOf(html)).toMatchObject({
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
      jsonLdOf(renderHead(geodeUrl, ORIGIN, { ...geode, availability })).offers.availability;
    expect(availabilityOf('sold')).toBe('https://schema.org/SoldOut');
    expect(availabilityOf('held')).toBe('https://schema.org/InStock');
  });

  it("escapes markup in the geode's text", () => {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).not.toContain('javascript:');
  });
});
