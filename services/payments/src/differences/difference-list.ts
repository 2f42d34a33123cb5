import { Inject, Injectable } from '@nestjs/common';
import type { PaymentDifference } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { DataSource, Raw, type Repository } from 'typeorm';
import { differenceText } from './difference-texts.js';
import { Difference } from './difference.entity.js';

const RECENT_PERIOD = '30 days';
const RETENTION = '365 days';
const MAX_LISTED = 200;
const PRUNE_BATCH_SIZE = 10_000;

/** Lists, counts, acknowledges and prunes the recorded differences. */
@Injectable()
export class DifferenceList {
  private readonly differences: Repository<Difference>;

  constructor(@Inject(DataSource) private readonly database: DataSource) {
    this.differences = database.getRepository(Difference);
  }

  /** Lists the open differences, then the others of the last 30 days: at most 200 of each, newest first. */
  async list(): Promise<PaymentDifference[]> {
    const recent = Raw((column) => `${column} > now() - interval '${RECENT_PERIOD}'`);
    const newest = { order: { seenAt: 'DESC', id: 'ASC' }, take: MAX_LISTED } as const;
    const [open, others] = await Promise.all([
      this.differences.find({ where: { state: 'open' }, ...newest }),
      this.differences.find({ where: { state: Raw((column) => `${column} <> 'open'`), seenAt: recent }, ...newest }),
    ]);
    return [...open, ...others].map(toPaymentDifference);
  }

  /** Marks a difference as acknowledged by the owner. Throws NOT_FOUND. */
  async acknowledge(id: string): Promise<PaymentDifference> {
    await this.differences.update({ id, state: 'open' }, { state: 'seen' });
    const difference = await this.differences.findOneBy({ id });
    if (!difference) throw new AppError('NOT_FOUND', 'There is no such difference.');
    return toPaymentDifference(difference);
  }

  countOpen(): Promise<number> {
    return this.differences.countBy({ state: 'open' });
  }

  /** Deletes up to 10,000 differences that are no longer open and older than a year. */
  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM difference WHERE id IN (SELECT id FROM difference
         WHERE state <> 'open' AND seen_at < now() - $1::interval ORDER BY seen_at LIMIT $2)`,
      [RETENTION, PRUNE_BATCH_SIZE],
    );
  }
}

const toPaymentDifference = (difference: Difference): PaymentDifference => ({
  id: difference.id,
  kind: difference.kind,
  squarePaymentId: difference.squarePaymentId,
  orderId: difference.orderId,
  amountCents: difference.amountCents,
  seenAt: difference.seenAt.toISOString(),
  state: difference.state,
  ...differenceText(difference),
});
