import type { Geode, GeodePage, ShowcaseItem, SiteConfig, SitePages } from '@geodes/contracts';
import { fill } from './fill.js';
import { galleryAddress } from './gallery-query.js';
import { geodeAddress } from './head.js';

/** Widest picture that a page without script shows, pixels. */
const PICTURE_WIDTH = 640;
/** Links to so many pages beside the one that is shown, as on the site. */
const PAGE_LINKS = 5;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const pictureAt = (source: string): string => {
  if (source.startsWith('/objects/')) return `${source}?w=${PICTURE_WIDTH}`;
  return /^https?:\/\//.test(source) ? source : '';
};

const placeOf = (location: string): 'Keokuk' | 'Hamilton' | 'Special' => {
  const text = location.toLowerCase();
  if (text.includes('keokuk')) return 'Keokuk';
  return text.includes('hamilton') ? 'Hamilton' : 'Special';
};

/** Hidden by the site's stylesheet where scripts run: there the site draws itself, in its place. */
const plain = (html: string): string => `<div id="plain">${html}</div>`;

/** What readers without script see, from the site's own parts. */
export class Bodies {
  constructor(
    private readonly site: SitePages,
    private readonly contact: SiteConfig['contact'],
  ) {}

  /** A page's text; `html` are the lists that stand in it. */
  page(body: string, html: Readonly<Record<string, string>> = {}): string {
    const { email, phone, location } = this.contact;
    return plain(fill(body, { email, phone, place: location }, html));
  }

  home(body: string, featured: readonly Geode[]): string {
    return this.page(body, { stones: this.stones(featured) });
  }

  /** The gallery with the page of stones that was asked for, and links to the other pages. */
  gallery(body: string, list: GeodePage, filters: Readonly<Record<string, string>>): string {
    const { parts } = this.site;
    const { geodes, page, limit, total } = list;
    if (geodes.length === 0) return this.page(body, { stones: parts.noStones + this.pager(list, filters) });
    const first = (page - 1) * limit + 1;
    const counts = { first: String(first), last: String(first + geodes.length - 1), total: String(total) };
    const stones = fill(parts.stones, {}, { stones: this.stones(geodes) });
    return this.page(body, { stones: fill(parts.count, counts) + stones + this.pager(list, filters) });
  }

  showcase(body: string, items: readonly ShowcaseItem[]): string {
    const { parts } = this.site;
    if (items.length === 0) return this.page(body, { pieces: parts.noPieces });
    const pieces = items.map(({ title, description, images }) =>
      fill(parts.piece, { title, description }, { pictures: this.pictures(images.slice(0, 1), title) }),
    );
    return this.page(body, { pieces: fill(parts.pieces, {}, { pieces: pieces.join('') }) });
  }

  /** An open geode, with all there is to know of it. */
  geode(geode: Geode): string {
    const { parts } = this.site;
    const pictures = [...new Set([geode.imageUrl, ...geode.imageUrls])];
    const values = {
      ...this.valuesOf(geode),
      crystalType: geode.crystalType,
      quantity: String(geode.quantity),
      formation: parts.formation[placeOf(geode.location)],
    };
    const { email, phone, location: place } = this.contact;
    const filled = fill(
      parts.openGeode,
      { ...values, email, phone, place },
      { pictures: this.pictures(pictures, geode.title) },
    );
    return plain(filled);
  }

  private stones(geodes: readonly Geode[]): string {
    return geodes.map((geode) => fill(this.site.parts.stone, this.valuesOf(geode))).join('');
  }

  private valuesOf(geode: Geode): Record<string, string> {
    const { id, title, description, price, location, size, imageUrl, availability } = geode;
    return {
      href: geodeAddress(id),
      title,
      description,
      price: dollars.format(Number(price)),
      location,
      size,
      picture: pictureAt(imageUrl),
      state: this.site.parts[availability],
    };
  }

  private pictures(sources: readonly string[], title: string): string {
    const shown = sources.map(pictureAt).filter((picture) => picture !== '');
    return shown.map((picture) => fill(this.site.parts.picture, { picture, title })).join('');
  }

  private pager({ page, totalPages }: GeodePage, filters: Readonly<Record<string, string>>): string {
    if (totalPages < 2) return '';
    const first = Math.max(1, Math.min(page - Math.floor(PAGE_LINKS / 2), totalPages - PAGE_LINKS + 1));
    const { pager, pageLink, currentPage } = this.site.parts;
    const links = Array.from({ length: Math.min(PAGE_LINKS, totalPages) }, (_, index) => {
      const number = first + index;
      const values = { href: galleryAddress(filters, number), page: String(number) };
      return fill(number === page ? currentPage : pageLink, values);
    });
    return fill(pager, {}, { links: links.join('') });
  }
}
