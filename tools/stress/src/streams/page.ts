import { setTimeout as sleep } from 'node:timers/promises';
import type { Geode, GeodePage, LiveEvent } from '@geodes/contracts';
import { Follower } from './follower.js';
import type { ServerEvent } from './sse.js';

const READ_TIMEOUT_MS = 10_000;
const READ_RETRY_DELAY_MS = 500;
/** A page of the gallery; the trial has no more stones than this on sale. */
const MAX_SHOWN = 100;

type Availability = Extract<LiveEvent, { name: 'availability' }>['data'];

/** What an open page knows of each stone, told by the stream and by the reads that it makes when it is told to. */
export class Page {
  resets = 0;
  heard = 0;
  readonly follower: Follower;
  /** `available 100.00` by id. */
  private readonly stones = new Map<string, { availability: string; price: string }>();
  /** Reads under way, each with what was told since it began: a reply may be older than that. */
  private readonly reads = new Set<Availability[]>();
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
    if (name === 'catalog') for (const id of (JSON.parse(data) as { ids: string[] }).ids) void this.readOne(id);
    if (name === 'availability') {
      const told = JSON.parse(data) as Availability;
      for (const since of this.reads) since.push(told);
      this.apply(told);
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

  /** Until the shop answers. */
  private async read<T>(path: string, take: (reply: T) => void): Promise<void> {
    const since: Availability[] = [];
    this.reads.add(since);
    while (!this.closing.signal.aborted) {
      since.length = 0;
      const reply = await this.ask<T>(path);
      if (reply) {
        take(reply);
        since.forEach((told) => this.apply(told));
        break;
      }
      await sleep(READ_RETRY_DELAY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    this.reads.delete(since);
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
