import {
  geodeAddress,
  type Geode,
  type GeodePage,
  type ShowcaseItem,
  type SiteConfig,
  type SitePages,
  type SiteParts,
} from '@geodes/contracts';
import { fill } from './fill.js';
import { galleryAddress, isFiltered } from './gallery-query.js';

/** Widest picture that a page without script shows, pixels. */
const PICTURE_WIDTH = 640;
const OWN = '/objects/';
/** Cards whose pictures the first view of a wide window shows. */
const FIRST_ROW = 4;
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

/** Looked at until the site's script has drawn the same; all that there is without script. */
const plain = (html: string): string => `<div id="plain">${html}</div>`;

/** What a page shows before any script runs, from the site's own parts. */
export class Bodies {
  constructor(
    private readonly site: SitePages,
    private readonly contact: SiteConfig['contact'],
  ) {}

  /** A page's text; `html` are the lists that stand in it. */
  page(
    body: string,
    html: Readonly<Record<string, string>> = {},
    values: Readonly<Record<string, string>> = {},
  ): string {
    const { email, phone, location } = this.contact;
    return plain(fill(body, { ...values, email, phone, place: location }, html));
  }

  /** The hero shows the last featured stone: the carousel begins with the first. */
  home(body: string, featured: readonly Geode[]): string {
    return this.page(body, { hero: this.hero(featured.at(-1)), stones: this.stones(featured, { first: 0 }) });
  }

  /** The gallery with the page of stones that was asked for, and links to the other pages. */
  gallery(body: string, list: GeodePage, filters: Readonly<Record<string, string>>): string {
    const { parts } = this.site;
    const { geodes, page, limit, total } = list;
    if (geodes.length === 0) {
      const none = isFiltered(filters) ? parts.noSuchStones : parts.noStones;
      return this.page(body, { stones: none + this.pager(list, filters) });
    }
    const first = (page - 1) * limit + 1;
    const count = fill(parts.count, {
      first: String(first),
      last: String(first + geodes.length - 1),
      total: String(total),
      geodes: total === 1 ? 'geode' : 'geodes',
    });
    const key = geodes.length === limit ? parts.gradingKey : '';
    const stones = fill(parts.stones, {}, { stones: this.stones(geodes, { first: FIRST_ROW }) + key });
    return this.page(body, { stones: stones + this.pager(list, filters) }, { count });
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
    const all = geode.imageUrls.length > 0 ? geode.imageUrls : [geode.imageUrl];
    const views = all.filter((view) => pictureAt(view) !== '');
    const thumbs = views.map((view, index) =>
      fill(index === 0 ? parts.currentThumb : parts.thumb, {}, { photo: this.photo(view, '', 'thumb') }),
    );
    const { email, phone, location: place } = this.contact;
    const values = {
      ...this.valuesOf(geode),
      crystalType: geode.crystalType,
      location: geode.location,
      quantity: String(geode.quantity),
      formation: parts.formation[placeOf(geode.location)],
    };
    const html = {
      photo: this.photo(views[0] ?? geode.imageUrl, geode.title, 'large'),
      featured: geode.isFeatured ? parts.featured : '',
      thumbs: views.length > 1 ? fill(parts.thumbs, {}, { thumbs: thumbs.join('') }) : '',
      pictures: this.pictures(pictures.slice(1), geode.title),
      badges: this.badges(geode, parts.badges.longTier),
      buy: fill(parts.buyOpen[geode.availability], values),
    };
    return plain(fill(parts.openGeode, { ...values, email, phone, place }, html));
  }

  private hero(geode: Geode | undefined): string {
    const { parts } = this.site;
    const source = geode?.imageUrls[1] ?? geode?.imageUrl;
    if (!geode || !source?.startsWith(OWN)) return parts.noHero;
    const { title, location, crystalType, size } = geode;
    return fill(parts.hero, { picture: source.slice(OWN.length), title, location, crystalType, size });
  }

  /** Cards; the pictures of the first ones are fetched at once. */
  private stones(geodes: readonly Geode[], { first }: { first: number }): string {
    const { parts } = this.site;
    return geodes
      .map((geode, index) => {
        const { imageUrl, title, availability } = geode;
        const soon = index >= first ? 'later' : index === 0 ? 'first' : 'now';
        return fill(parts.stone, this.valuesOf(geode), {
          photo: this.photo(imageUrl, title, soon),
          badges: this.badges(geode, parts.badges.tier),
          strip: parts.strip[availability],
          buy: parts.buy[availability],
        });
      })
      .join('');
  }

  private valuesOf({ id, title, description, price, size, availability }: Geode): Record<string, string> {
    return {
      href: geodeAddress(id),
      title,
      description,
      price: dollars.format(Number(price)),
      size,
      state: this.site.parts.stock[availability],
    };
  }

  private badges({ location, tier, category }: Geode, tiers: Readonly<Record<string, string>>): string {
    const { badges } = this.site.parts;
    return badges.place[placeOf(location)] + (tiers[tier] ?? '') + (badges.category[category] ?? '');
  }

  private photo(source: string, title: string, use: keyof SiteParts['photo']): string {
    if (!source.startsWith(OWN)) return this.pictures([source], title);
    return fill(this.site.parts.photo[use], { picture: source.slice(OWN.length), title });
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
