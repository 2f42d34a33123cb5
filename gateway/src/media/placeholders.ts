import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MAX_NAMES } from '@geodes/contracts';
import { Batcher, Bus, CLOCK, type Clock } from '@geodes/kit';

const OBJECTS = '/objects/';
/** Placeholders take up to 400 bytes each. */
const MAX_CACHED = 20_000;
/** A picture unknown to media is asked for again after this. */
const UNKNOWN_TTL_MS = 10_000;
const PAGES_BATCH_SIZE = 50;
/** After this a page is sent without placeholders. */
const TIMEOUT_MS = 500;

/** Adds the placeholders that pages show while pictures load. A placeholder never changes, so it is cached for good. */
@Injectable()
export class Placeholders {
  /** By picture name; empty for a picture that media does not know. */
  private readonly cached = new LRUCache<string, string>({ max: MAX_CACHED });

  /** Pages read during a call share the next call. */
  private readonly batcher: Batcher<string[], undefined>;

  constructor(
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.batcher = new Batcher((pages) => this.fetch(pages.flat()), PAGES_BATCH_SIZE, clock, 0);
  }

  /** Returns the items, each with the placeholder of its picture (a path or URL) if media responds in time. */
  async addTo<T extends object>(items: T[], pictureOf: (item: T) => string | undefined): Promise<T[]> {
    const nameOf = (item: T): string | undefined => {
      const picture = pictureOf(item);
      return picture?.startsWith(OBJECTS) ? picture.slice(OBJECTS.length) : undefined;
    };
    const names = new Set(items.flatMap((item) => nameOf(item) ?? []));
    const unknown = [...names].filter((name) => !this.cached.has(name));
    if (unknown.length > 0) await this.batcher.load(unknown);
    return items.map((item) => {
      const placeholder = this.cached.get(nameOf(item) ?? '');
      return placeholder ? { ...item, placeholder } : item;
    });
  }

  private async fetch(all: string[]): Promise<undefined[]> {
    const names = [...new Set(all)].slice(0, MAX_NAMES);
    const reply = await this.bus
      .call('media.placeholders', { names }, { timeoutMs: TIMEOUT_MS })
      .catch(() => undefined);
    for (const name of reply ? names : []) {
      const placeholder = reply?.placeholders[name];
      if (placeholder) this.cached.set(name, placeholder);
      else this.cached.set(name, '', { ttl: UNKNOWN_TTL_MS });
    }
    return [];
  }
}
