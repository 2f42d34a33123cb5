import { Inject, Injectable } from '@nestjs/common';
import { type Cart, MOST_CARTS } from '@geodes/contracts';
import { Bus, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { AttemptStore, type NewAttempt } from './attempt-store.js';
import { Batches } from './batches.js';
import type { AttemptRequest, Refusal } from './checkout-attempt.entity.js';

/** Shorter than a reservation may take: an unanswered look costs the buyer time, and decides nothing. */
const LOOK_LIMIT_MS = 1_000;

/**
 * One look at the shelf before a checkout begins. A stone that is gone has hundreds of buyers a second, who are told so
 * for a share in two calls; an attempt that ends as it begins has reserved nothing and has nothing to release.
 */
@Injectable()
export class FirstLook {
  private readonly looks: Batches<string, Refusal | null>;
  private readonly records: Batches<NewAttempt & { refusal: Refusal }, boolean>;

  constructor(
    private readonly bus: Bus,
    attempts: AttemptStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.looks = new Batches((carts) => this.look(carts), MOST_CARTS, clock);
    this.records = new Batches((refused) => attempts.recordRefused(refused), MOST_CARTS, clock);
  }

  /**
   * What the buyer is told where a stone of a new attempt is gone: recorded under his key. Null where all are there,
   * where the key is known, and where nobody could say: then the checkout takes its course. Never throws.
   */
  async refuse(fresh: NewAttempt): Promise<Refusal | null> {
    try {
      const refusal = await this.looks.answer(cartOf(fresh.request));
      if (!refusal) return null;
      return (await this.records.answer({ ...fresh, refusal })) ? refusal : null;
    } catch (error) {
      this.logger.debug({ orderId: fresh.orderId, err: error }, 'no first look');
      return null;
    }
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
  JSON.stringify({ geodeIds: items.map(({ geodeId }) => geodeId.toLowerCase()), ...holder } satisfies Cart);
