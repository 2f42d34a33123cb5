import type { Geode } from '@geodes/contracts';
import { escapeJson, geodeHead, notFoundHead, pageHead, renderHead } from './head.js';
import { pageAt as at } from './pages.js';
import { sampleGeode } from './sample-geode.js';
import { samplePages } from './sample-pages.js';

const pageAt = (path: string) => at(samplePages.pages, path);
const ORIGIN = 'https://geodes.example';
const geode: Geode = {
  ...sampleGeode,
  title: 'Evening </title><script>alert(1)</script> "Amethyst"',
  description: `Blades & bands ${'of quartz '.repeat(40)}`,
  imageUrl: '/objects/aa.jpg',
  imageUrls: ['/objects/aa.jpg', 'https://pictures.example/b.jpg', 'javascript:alert(1)'],
};

describe('the head of a page', () => {
  it('has a title, description, canonical link and social tags of its own', () => {
    const html = renderHead(pageHead(pageAt('/our-story')!, samplePages, ORIGIN), samplePages);
    expect(html).toContain('<title>Our Story · Midwest Geodes</title>');
    expect(html).toContain('<link rel="canonical" href="https://geodes.example/our-story">');
    expect(html).toContain('property="og:url" content="https://geodes.example/our-story"');
    expect(html).toMatch(/name="description" content="What Our Story is about/);
    expect(html).toContain('name="twitter:card"');
    expect(html).toContain('property="og:image" content="https://geodes.example/social.jpg"');
    expect(html).not.toContain('noindex');
  });

  it.each(['/admin', '/admin/panel', '/logo-preview', '/ads', '/facebook-banner'])(
    'keeps %s out of search engines',
    (path) => {
      expect(renderHead(pageHead(pageAt(path)!, samplePages, ORIGIN), samplePages)).toContain(
        'name="robots" content="noindex"',
      );
    },
  );

  it('of the not-found page has no canonical link and is noindex', () => {
    const html = renderHead(notFoundHead(samplePages), samplePages);
    expect(html).toContain('<title>Page Not Found');
    expect(html).toContain('noindex');
    expect(html).not.toContain('canonical');
  });
});

describe('the page at a path', () => {
  it.each(['/gallery', '/gallery/', '/Gallery'])('is the gallery at %s', (path) => {
    expect(pageAt(path)?.path).toBe('/gallery');
  });
  it.each(['/galleryx', '/gallery/x', '//', '/constructor'])('is none at %s', (path) => {
    expect(pageAt(path)?.path).toBe(path === '//' ? '/' : undefined);
  });
});

describe('the head of an open geode', () => {
  const html = renderHead(geodeHead(geode, samplePages, ORIGIN), samplePages);
  const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<
    string,
    unknown
  >;

  it('has its own title, address and picture', () => {
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/gallery?geode=${geode.id}">`);
    expect(html).toContain(`property="og:image" content="${ORIGIN}/objects/aa.jpg"`);
  });

  it('says in JSON-LD what it costs and that it can be had', () => {
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

  it('says SoldOut of a sold one, InStock of one in another checkout', () => {
    const availabilityOf = (availability: Geode['availability']) =>
      (geodeHead({ ...geode, availability }, samplePages, ORIGIN).jsonLd as { offers: { availability: string } }).offers
        .availability;
    expect(availabilityOf('sold')).toBe('https://schema.org/SoldOut');
    expect(availabilityOf('held')).toBe('https://schema.org/InStock');
  });

  it('lets nothing of its text become markup', () => {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).not.toContain('javascript:');
  });

  it('shortens its description at a word', () => {
    const description = /name="description" content="([^"]*)"/.exec(html)![1]!;
    expect(description.length).toBeLessThanOrEqual(175);
    expect(description).toMatch(/(of|quartz)…$/);
  });
});

describe('JSON in a script element', () => {
  it('can neither end it nor change its meaning', () => {
    const value = { text: '</script><!--\u2028\u2029&' };
    expect(escapeJson(value)).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(escapeJson(value))).toEqual(value);
  });
});
