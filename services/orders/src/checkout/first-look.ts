import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Cart, MOST_CARTS } from '@geodes/contracts';
import { Batches, Bus, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { AttemptStore, type NewAttempt } from './attempt-store.js';
import type { AttemptRequest, Refusal } from './checkout-attempt.entity.js';

/** A stone that somebody asked for is one that others may want, milliseconds. */
const WANTED_FOR_MS = 60_000;
const MOST_WANTED = 10_000;

/** Shorter than a reservation may take: an unanswered look costs the buyer time, and decides nothing. */
const LOOK_LIMIT_MS = 1_000;

/**
 * One look at the shelf before a checkout of stones that somebody else wanted a moment ago. A stone that is gone has
 * hundreds of buyers a second, who are told so for a share in two calls; an attempt that ends as it begins has reserved
 * nothing and has nothing to release. Who is the first to ask for his stones does not wait for a look.
 */
@Injectable()
export class FirstLook {
  /** What was asked for in this process; the value says nothing. */
  private readonly wanted: LRUCache<string, true>;
  private readonly looks: Batches<string, Refusal | null>;
  private readonly records: Batches<NewAttempt & { refusal: Refusal }, boolean>;

  constructor(
    private readonly bus: Bus,
    attempts: AttemptStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.wanted = new LRUCache({ max: MOST_WANTED, ttl: WANTED_FOR_MS, perf: clock });
    this.looks = new Batches((carts) => this.look(carts), MOST_CARTS, clock);
    this.records = new Batches((refused) => attempts.recordRefused(refused), MOST_CARTS, clock);
  }

  /**
   * What the buyer is told where a stone of a new attempt is gone: recorded under his key. Null where all are there,
   * where nobody else asked for them, where the key is known, and where nobody could say: then the checkout takes its
   * course. Never throws.
   */
  async refuse(fresh: NewAttempt): Promise<Refusal | null> {
    if (!this.areWanted(fresh.request)) return null;
    try {
      const refusal = await this.looks.answer(cartOf(fresh.request));
      if (!refusal) return null;
      return (await this.records.answer({ ...fresh, refusal })) ? refusal : null;
    } catch (error) {
      this.logger.debug({ orderId: fresh.orderId, err: error }, 'no first look');
      return null;
    }
  }

  private areWanted({ items }: AttemptRequest): boolean {
    const ids = items.map(({ geodeId }) => geodeId);
    const areWanted = ids.some((id) => this.wanted.has(id));
    for (const id of ids) this.wanted.set(id, true);
    return areWanted;
  }

  /** Buyers of the same stones share a look, unless one of them may hold some. */
  private async look(carts: string[]): Promise<(Refusal | null)[]> {
    const different = [...new Set(carts)];
    const { refusals } = await this.bus.call(
      'catalog.check-carts',
      { carts: different.map((cart) => JSON.parse(cart) as Cart) },
      { timeoutMs: LOOK_LIMIT_MS },
    );
    return carts.map((cart) => {
      const told = refusals[different.indexOf(cart)];
      return told ? { code: 'OUT_OF_STOCK', ...told } : null;
    });
  }
}

/** In the buyer's order, which is that of the titles in the message. */
const cartOf = ({ items, holder }: AttemptRequest): string =>
  JSON.stringify({ geodeIds: items.map(({ geodeId }) => geodeId), ...holder } satisfies Cart);
