import type { Geode, GeodePage } from '@geodes/contracts';
import { Bodies } from './body.js';
import { sampleGeode } from './sample-geode.js';
import { samplePages } from './sample-pages.js';

const bodies = new Bodies(samplePages, { email: 'ask@geodes.example', phone: '1 & 2', location: 'Keokuk' });
const geode: Geode = {
  ...sampleGeode,
  title: 'Evening <script>alert(1)</script> "Amethyst"',
  description: 'Blades & bands {{{stones}}}',
  price: '1129.00',
  imageUrl: '/objects/aa.jpg',
  imageUrls: ['/objects/aa.jpg', 'javascript:alert(1)'],
};
const listOf = (change: Partial<GeodePage>): GeodePage => ({
  geodes: [geode],
  page: 1,
  limit: 10,
  total: 1,
  totalPages: 1,
  ...change,
});

describe('what a page shows before any script runs', () => {
  it('stands in an element of its own, with the contact details that are configured', () => {
    const html = bodies.home('<a href="mailto:{{email}}">{{phone}}</a>{{{stones}}}', []);
    expect(html).toBe('<div id="plain"><a href="mailto:ask@geodes.example">1 &#38; 2</a></div>');
  });

  it('in the gallery are its stones: a link, a title, a price and a picture that has its size and its words', () => {
    const html = bodies.gallery('{{count}}{{{stones}}}', listOf({}), {});
    expect(html).toContain(`<a href="/gallery?geode=${geode.id}">Evening &#60;script&#62;`);
    expect(html).toMatch(
      /<img src="\/objects\/aa\.jpg\?w=640" alt="Evening [^"]*" width="800" height="1000" fetchpriority="high">/,
    );
    expect(html).toContain('$1,129.00');
    expect(html).toContain('Showing 1–1 of 1 geode<');
    expect(html).toContain('<b>Hamilton</b>');
    expect(html).toContain('<button>Add</button>');
    expect(html).not.toContain('How we grade');
    expect(html).toContain('Blades &#38; bands {{{stones}}}');
    expect(html).not.toMatch(/<script|<nav>/);
  });

  it('in the gallery are links to its other pages, with the filters', () => {
    const html = bodies.gallery('{{count}}{{{stones}}}', listOf({ page: 4, total: 61, totalPages: 7 }), {
      search: 'blue',
      page: '4',
    });
    expect(html).toContain('Showing 31–31 of 61');
    expect([...html.matchAll(/href="(\/gallery\?search[^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/gallery?search=blue&#38;page=2',
      '/gallery?search=blue&#38;page=3',
      '/gallery?search=blue&#38;page=4',
      '/gallery?search=blue&#38;page=5',
      '/gallery?search=blue&#38;page=6',
    ]);
    expect(html).toContain('aria-current="page">4<');
  });

  it('on a full page is what the grades mean, and of a held stone that it is held', () => {
    const geodes = Array.from({ length: 10 }, () => ({ ...geode, availability: 'held' as const }));
    const html = bodies.gallery('{{{stones}}}', listOf({ geodes, total: 20 }), {});
    expect(html).toContain('How we grade');
    expect(html.match(/In another checkout<\/span>/g)).toHaveLength(10);
    expect(html.match(/loading="lazy"/g)).toHaveLength(6);
  });

  it('at home is the last featured stone, by its second view', () => {
    const last = { ...geode, title: 'Last', imageUrls: ['/objects/a.jpg', '/objects/b.jpg'] };
    const html = bodies.home('{{{hero}}}', [geode, last]);
    expect(html).toContain('<img src="/objects/b.jpg" alt="Last">');
    expect(bodies.home('{{{hero}}}', [])).toContain('hollow');
  });

  it('in a gallery without stones is that there are none', () => {
    const none = listOf({ geodes: [], total: 0, totalPages: 0 });
    const html = (filters: Record<string, string>) => bodies.gallery('{{{stones}}}', none, filters);
    expect(html({ search: 'nothing' })).toContain('No Geodes Found. Try other filters.');
    expect(html({ minPrice: '400' })).toContain('<p>No Geodes Found</p>');
    expect(html({})).toContain('<p>No Geodes Found</p>');
  });

  it('of an open geode are its facts, its pictures and its state', () => {
    const html = bodies.geode({ ...geode, availability: 'sold' });
    for (const fact of ['$1,129.00', 'Amethyst', '4.25 inches', 'Hamilton, Illinois', 'Blades', 'Grew at Hamilton.'])
      expect(html).toContain(fact);
    expect(html).toContain('It was the only one.');
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|javascript:/);
  });

  it('of the showcase are its pieces', () => {
    const item = { id: '1', title: 'The first', description: 'Found in 1988.', images: ['/objects/a.jpg'] };
    const html = bodies.showcase('{{{pieces}}}', [
      { ...item, videoUrl: null, tier: null, createdAt: '', updatedAt: '' },
    ]);
    expect(html).toContain('<h2>The first</h2>');
    expect(html).toContain('/objects/a.jpg?w=640');
    expect(bodies.showcase('{{{pieces}}}', [])).toContain('Check back soon!');
  });
});
