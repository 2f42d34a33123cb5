import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MAX_NAMES } from '@geodes/contracts';
import { Batcher, Bus, CLOCK, type Clock } from '@geodes/kit';

const OBJECTS = '/objects/';
/** Up to 400 bytes each. */
const MAX_KEPT = 20_000;
/** What media does not know it may be told of later. */
const UNKNOWN_MS = 10_000;
const PAGES_BATCH_SIZE = 50;
/** A page is not kept waiting for what it can do without, milliseconds. */
const TIMEOUT_MS = 500;

/** What stands in for pictures until they are there. A picture never changes under its name, so what is known stays true. */
@Injectable()
export class Placeholders {
  /** By name; empty for a picture that media did not know a moment ago. */
  private readonly kept = new LRUCache<string, string>({ max: MAX_KEPT });

  /** Pages that are read during a call share the next call. */
  private readonly asked: Batcher<string[], undefined>;

  constructor(
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.asked = new Batcher((pages) => this.learn(pages.flat()), PAGES_BATCH_SIZE, clock, 0);
  }

  /** Each thing with the placeholder of its picture (a path or an address); without, where media does not say it now. */
  async onto<T extends object>(things: T[], pictureOf: (thing: T) => string | undefined): Promise<T[]> {
    const nameOf = (thing: T): string | undefined => {
      const picture = pictureOf(thing);
      return picture?.startsWith(OBJECTS) ? picture.slice(OBJECTS.length) : undefined;
    };
    const names = new Set(things.flatMap((thing) => nameOf(thing) ?? []));
    const unknown = [...names].filter((name) => !this.kept.has(name));
    if (unknown.length > 0) await this.asked.load(unknown);
    return things.map((thing) => {
      const placeholder = this.kept.get(nameOf(thing) ?? '');
      return placeholder ? { ...thing, placeholder } : thing;
    });
  }

  private async learn(all: string[]): Promise<undefined[]> {
    const names = [...new Set(all)].slice(0, MAX_NAMES);
    const reply = await this.bus
      .call('media.placeholders', { names }, { timeoutMs: TIMEOUT_MS })
      .catch(() => undefined);
    for (const name of reply ? names : []) {
      const placeholder = reply?.placeholders[name];
      if (placeholder) this.kept.set(name, placeholder);
      else this.kept.set(name, '', { ttl: UNKNOWN_MS });
    }
    return [];
  }
}
