import { Inject, Injectable } from '@nestjs/common';
import type { PaymentDifference, PaymentDifferences } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { DataSource, Raw, type Repository } from 'typeorm';
import { ReconciliationRun } from './reconciliation-run.entity.js';
import { Difference } from './difference.entity.js';
import { differenceText } from './difference-texts.js';

const RECENT = '30 days';
const KEPT = '365 days';
const MOST = 200;
const PRUNE_BATCH_SIZE = 10_000;

/** The differences as the owner sees them. */
@Injectable()
export class DifferenceList {
  private readonly differences: Repository<Difference>;

  constructor(@Inject(DataSource) private readonly database: DataSource) {
    this.differences = database.getRepository(Difference);
  }

  /** The open ones, then what else was found in the last 30 days; 200 at most of each, newest first. */
  async list(): Promise<PaymentDifferences> {
    const recent = Raw((column) => `${column} > now() - interval '${RECENT}'`);
    const newest = { order: { seenAt: 'DESC', id: 'ASC' }, take: MOST } as const;
    const [open, others, [last]] = await Promise.all([
      this.differences.find({ where: { state: 'open' }, ...newest }),
      this.differences.find({ where: { state: Raw((column) => `${column} <> 'open'`), seenAt: recent }, ...newest }),
      this.database.getRepository(ReconciliationRun).find({ order: { endedAt: 'DESC' }, take: 1 }),
    ]);
    return { checkedAt: last?.endedAt.toISOString() ?? null, differences: [...open, ...others].map(told) };
  }

  /** Marks a difference as seen by the owner. Throws NOT_FOUND. */
  async see(id: string): Promise<PaymentDifference> {
    await this.differences.update({ id, state: 'open' }, { state: 'seen' });
    const difference = await this.differences.findOneBy({ id });
    if (!difference) throw new AppError('NOT_FOUND', 'There is no such difference.');
    return told(difference);
  }

  countOpen(): Promise<number> {
    return this.differences.countBy({ state: 'open' });
  }

  /** Forgets what was settled long ago. */
  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM difference WHERE id IN (SELECT id FROM difference
         WHERE state <> 'open' AND seen_at < now() - $1::interval ORDER BY seen_at LIMIT $2)`,
      [KEPT, PRUNE_BATCH_SIZE],
    );
  }
}

const told = (difference: Difference): PaymentDifference => ({
  id: difference.id,
  kind: difference.kind,
  squarePaymentId: difference.squarePaymentId,
  orderId: difference.orderId,
  amountCents: difference.amountCents,
  seenAt: difference.seenAt.toISOString(),
  state: difference.state,
  ...differenceText(difference),
});
