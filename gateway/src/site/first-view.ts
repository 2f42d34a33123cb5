import type { Geode, SitePreloads } from '@geodes/contracts';
import { fill } from './fill.js';
import { callOf } from './gallery-query.js';

const OWN = '/objects/';

/**
 * What an address's first view will ask for once its script runs, fetched from the head on: the answer of a call and the
 * largest picture. A guess: where the site asks for something else, one file came for nothing.
 */
export class FirstView {
  constructor(private readonly preloads: SitePreloads) {}

  /** The hero shows the second picture of the last featured stone. */
  home(featured: readonly Geode[]): string {
    const geode = featured.at(-1);
    return (
      this.answer('/api/geodes/featured') + this.picture(this.preloads.hero, geode?.imageUrls[1] ?? geode?.imageUrl)
    );
  }

  gallery(geodes: readonly Geode[], filters: Readonly<Record<string, string>>): string {
    return this.answer(listAddress(filters)) + this.picture(this.preloads.card, geodes[0]?.imageUrl);
  }

  geode({ id, imageUrl, imageUrls }: Geode): string {
    return this.answer(`/api/geodes/${id}`) + this.picture(this.preloads.detail, imageUrls[0] ?? imageUrl);
  }

  answer(address: string): string {
    return fill(this.preloads.answer, { address });
  }

  private picture(preload: string, source: string | undefined): string {
    return source?.startsWith(OWN) ? fill(preload, { picture: source.slice(OWN.length) }) : '';
  }
}

/** The address of the call as the site writes it. */
const listAddress = (filters: Readonly<Record<string, string>>): string => {
  const { page = '1', ...rest } = filters;
  return `/api/geodes?${new URLSearchParams({ ...rest, page, limit: String(callOf(filters).limit) }).toString()}`;
};
