import { setTimeout as sleep } from 'node:timers/promises';
import type { Geode, GeodePage, LiveEvent } from '@geodes/contracts';
import { Follower } from './follower.js';
import type { ServerEvent } from './sse.js';

const READ_TIMEOUT_MS = 10_000;
const READ_RETRY_DELAY_MS = 500;
/** A page of the gallery; the trial has no more stones than this on sale. */
const MAX_SHOWN = 100;

type Availability = Extract<LiveEvent, { name: 'availability' }>['data'];

/** Events that arrived during a read: its response may be older than they are. */
interface EventsSince {
  availability: Availability[];
  /** Geodes that were created or edited. */
  changedIds: Set<string>;
}

/** An open page: shows each geode as the events and the reads that they cause say. */
export class Page {
  resets = 0;
  heard = 0;
  readonly follower: Follower;
  /** `available 100.00` by id. */
  private readonly stones = new Map<string, { availability: string; price: string }>();
  /** Reads under way. */
  private readonly reads = new Set<EventsSince>();
  private readonly closing = new AbortController();

  constructor(gateways: string[], first: number) {
    this.follower = new Follower(gateways, first, {
      opened: (isNew) => isNew && void this.readAll(),
      heard: (event) => this.hear(event),
    });
  }

  /** What it shows, by id. */
  get shown(): Map<string, string> {
    return new Map([...this.stones].map(([id, { availability, price }]) => [id, `${availability} ${price}`]));
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

  private hear({ name, data }: ServerEvent): void {
    this.heard += 1;
    if (name === 'reset') {
      this.resets += 1;
      void this.readAll();
    }
    if (name === 'catalog')
      for (const id of (JSON.parse(data) as { ids: string[] }).ids) {
        for (const { changedIds } of this.reads) changedIds.add(id);
        void this.readOne(id);
      }
    if (name === 'availability') {
      const event = JSON.parse(data) as Availability;
      for (const since of this.reads) since.availability.push(event);
      this.apply(event);
    }
  }

  private apply({ id, availability }: Availability): void {
    const stone = this.stones.get(id);
    if (stone) stone.availability = availability;
  }

  private readAll(): Promise<void> {
    return this.read<GeodePage>(`/api/geodes?limit=${MAX_SHOWN}`, ({ geodes }) => {
      for (const stone of this.stones.values()) stone.availability = 'sold';
      geodes.forEach((geode) => this.show(geode));
    });
  }

  private readOne(id: string): Promise<void> {
    return this.read<Geode>(`/api/geodes/${id}`, (geode) => this.show(geode));
  }

  private show({ id, availability, price }: Geode): void {
    this.stones.set(id, { availability, price });
  }

  /** Retries until the shop responds. Reads again whatever changed meanwhile, as the site's cache does. */
  private async read<T>(path: string, take: (response: T) => void): Promise<void> {
    const since: EventsSince = { availability: [], changedIds: new Set() };
    this.reads.add(since);
    while (!this.closing.signal.aborted) {
      since.availability.length = 0;
      since.changedIds.clear();
      const response = await this.ask<T>(path);
      if (response) {
        take(response);
        since.availability.forEach((event) => this.apply(event));
        break;
      }
      await sleep(READ_RETRY_DELAY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    this.reads.delete(since);
    for (const id of since.changedIds) void this.readOne(id);
  }

  private async ask<T>(path: string): Promise<T | undefined> {
    try {
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
      const reply = await fetch(this.follower.gateway + path, { signal });
      return reply.ok ? ((await reply.json()) as T) : undefined;
    } catch {
      return undefined;
    }
  }
}
