import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Geode, GeodePage, LiveEvent } from '@geodes/contracts';
import { bodyOf, send } from '@geodes/testing';
import { Follower, type ServerEvent } from './follower.js';

const READ_TIMEOUT_MS = 10_000;
const READ_RETRY_DELAY_MS = 500;
/** The site reads the shop's clock again after a slower response. */
const CLOCK = { slowMs: 1_000, retryDelayMs: 10_000, tries: 3 };
/**
 * The reads of all pages share connections. With 100 of them 500 pages fell behind by minutes while processes were
 * killed.
 */
const readers = new Agent({ keepAlive: true, maxSockets: 1_000 });
/** Page size of the gallery; the test never has more geodes on sale. */
const MAX_SHOWN = 100;

type Availability = Extract<LiveEvent, { name: 'availability' }>['data'];

/** A read under way, and the events that arrived during it: its response may be older than they are. */
interface Read {
  /** The geode that is read; a list is read without it. */
  id?: string;
  availability: Availability[];
  /** Geodes that were created or edited. */
  changedIds: Set<string>;
}

/** What a page came to show, and whether a live event, the page's clock or a read made it do so. */
export interface Change extends Availability {
  cause: 'event' | 'clock' | 'read';
}

interface PageOptions {
  /** Headers of the live stream. */
  headers?: Record<string, string>;
  /** Runs for every event, also if the page showed the same before. */
  onChange?: (change: Change) => void;
}

interface Shown {
  availability: string;
  price: string;
  availableFrom: string | null;
}

/**
 * An open page of the site: applies live events, reads what they say has changed, and puts geodes on sale at their
 * instant by the shop's clock.
 */
export class Page {
  readonly follower: Follower;
  private readonly geodes = new Map<string, Shown>();
  /** Instants that the page waits for. */
  private readonly instants = new Set<string>();
  private shopClock: Promise<number> | undefined;
  /** Reads under way. */
  private readonly reads = new Set<Read>();
  private readonly closing = new AbortController();

  constructor(
    gateways: string[],
    first: number,
    private readonly options: PageOptions = {},
  ) {
    const handlers = {
      onOpen: (isNew: boolean) => isNew && void this.readAll(),
      onEvent: (event: ServerEvent) => this.handle(event),
    };
    this.follower = new Follower(gateways, first, handlers, options.headers);
  }

  /** Maps each geode's id to what the page shows, such as `available 100.00`. */
  get shown(): Map<string, string> {
    return new Map([...this.geodes].map(([id, { availability, price }]) => [id, `${availability} ${price}`]));
  }

  get isReading(): boolean {
    return this.reads.size > 0;
  }

  open(): void {
    this.follower.open();
  }

  close(): void {
    this.closing.abort();
    this.follower.close();
  }

  private handle({ name, data }: ServerEvent): void {
    if (name === 'reset') void this.readAll();
    if (name === 'catalog')
      for (const id of (data as { ids: string[] }).ids) {
        for (const read of this.reads) if (!read.id || read.id === id) read.changedIds.add(id);
        void this.readOne(id);
      }
    if (name === 'availability') {
      const event = data as Availability;
      for (const read of this.reads) read.availability.push(event);
      this.apply(event);
    }
  }

  private apply({ id, availability }: Availability, cause: Change['cause'] = 'event'): void {
    const geode = this.geodes.get(id);
    if (!geode) return;
    geode.availability = availability;
    this.options.onChange?.({ id, availability, cause });
  }

  private readAll(): Promise<void> {
    return this.read<GeodePage>(`/api/geodes?limit=${MAX_SHOWN}`, ({ geodes }) => {
      for (const geode of this.geodes.values()) geode.availability = 'sold';
      geodes.forEach((geode) => this.show(geode));
    });
  }

  /** Does nothing while the geode is being read: that read repeats itself if the geode has changed since it began. */
  private async readOne(id: string): Promise<void> {
    if ([...this.reads].some((read) => read.id === id)) return;
    await this.read<Geode>(`/api/geodes/${id}`, (geode) => this.show(geode), id);
  }

  private show({ id, availability, price, availableFrom = null }: Geode): void {
    this.geodes.set(id, { availability, price, availableFrom });
    this.options.onChange?.({ id, availability, cause: 'read' });
    if (availability === 'upcoming' && availableFrom && !this.instants.has(availableFrom))
      void this.openAt(availableFrom);
  }

  /** Shows the geodes of an instant as available when the shop's clock reaches it. */
  private async openAt(instant: string): Promise<void> {
    this.instants.add(instant);
    const aheadMs = await (this.shopClock ??= this.readClock());
    const waitMs = Date.parse(instant) - aheadMs - Date.now();
    await sleep(Math.max(0, waitMs), undefined, { signal: this.closing.signal }).catch(() => undefined);
    this.instants.delete(instant);
    if (this.closing.signal.aborted) return;
    for (const [id, { availability, availableFrom }] of this.geodes)
      if (availability === 'upcoming' && availableFrom === instant)
        this.apply({ id, availability: 'available' }, 'clock');
  }

  /** Returns how far the shop's clock is ahead of this one, milliseconds; 0 if it is not known. */
  private async readClock(): Promise<number> {
    let aheadMs = 0;
    for (let attempt = 1; attempt <= CLOCK.tries; attempt += 1) {
      if (attempt > 1)
        await sleep(CLOCK.retryDelayMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      const sentAt = Date.now();
      // on a connection of its own: waiting for one would be taken for the way to the shop
      const response = await this.fetch<{ now: string }>('/api/time', new Agent());
      const receivedAt = Date.now();
      if (response) aheadMs = Date.parse(response.now) - (sentAt + receivedAt) / 2;
      if (response && receivedAt - sentAt <= CLOCK.slowMs) break;
    }
    return aheadMs;
  }

  /** Retries until the shop responds. Reads again whatever changed meanwhile, as the site's cache does. */
  private async read<T>(path: string, apply: (response: T) => void, id?: string): Promise<void> {
    const read: Read = { ...(id ? { id } : {}), availability: [], changedIds: new Set() };
    this.reads.add(read);
    while (!this.closing.signal.aborted) {
      read.availability.length = 0;
      read.changedIds.clear();
      const response = await this.fetch<T>(path);
      if (response) {
        apply(response);
        read.availability.forEach((event) => this.apply(event));
        break;
      }
      await sleep(READ_RETRY_DELAY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    this.reads.delete(read);
    for (const changed of read.changedIds) void this.readOne(changed);
  }

  private async fetch<T>(path: string, agent = readers): Promise<T | undefined> {
    try {
      const options = { agent, timeoutMs: READ_TIMEOUT_MS, signal: this.closing.signal };
      return bodyOf<T>(await send('GET', this.follower.gateway + path, options));
    } catch {
      return undefined;
    }
  }
}

/**
 * Says how a page differs from `expected`, by id what it should show. No list has a geode that was sold before it was
 * opened.
 */
export const differencesOf = (page: Page, index: number, expected: ReadonlyMap<string, string>): string[] => {
  if (!page.follower.isOpen) return [`page ${index} does not follow the shop`];
  const { shown } = page;
  return [...expected].flatMap(([id, wanted]) => {
    const actual = shown.get(id) ?? 'nothing';
    return actual === wanted || (actual === 'nothing' && wanted.startsWith('sold'))
      ? []
      : [`page ${index} shows geode ${id} as ${actual}, not ${wanted}`];
  });
};
