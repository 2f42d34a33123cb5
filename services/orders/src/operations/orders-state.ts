import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OrdersState } from '@geodes/contracts';
import { databaseUse } from '@geodes/kit';
import { QueueStates } from './queue-states.js';

interface Counted {
  checkouts: number;
  oldestCheckoutAt: Date | null;
  facts: number;
  oldestFactAt: Date | null;
  givenUp: number;
  closedSince: Date | null;
}

/** Each count is read from an index of what is open, however many orders there are. */
const COUNT = `
  SELECT checkouts.count AS checkouts, checkouts.oldest AS "oldestCheckoutAt",
         facts.waiting AS facts, facts.oldest AS "oldestFactAt", facts.failed AS "givenUp",
         (SELECT min(restored_at) FROM restore_gate) AS "closedSince"
    FROM (SELECT count(*)::int AS count, min(created_at) AS oldest
            FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS checkouts,
         (SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed,
                 min(created_at) FILTER (WHERE failed_at IS NULL) AS oldest
            FROM outbox WHERE done_at IS NULL AND dropped_at IS NULL) AS facts`;

/** What is under way here, for the operator. */
@Injectable()
export class OrdersStateReader {
  constructor(
    private readonly database: DataSource,
    private readonly states: QueueStates,
  ) {}

  /** Throws where the database does not answer. */
  async read(): Promise<OrdersState> {
    const [counted, database, queues, redis] = await Promise.all([
      this.count(),
      databaseUse(this.database),
      this.states.queues(),
      this.states.server(),
    ]);
    return {
      checkouts: { count: counted.checkouts, oldestAt: iso(counted.oldestCheckoutAt) },
      ...(counted.closedSince ? { closedSince: counted.closedSince.toISOString() } : {}),
      events: { count: counted.facts, oldestAt: iso(counted.oldestFactAt), givenUp: counted.givenUp },
      queues,
      redis,
      database,
    };
  }

  private async count(): Promise<Counted> {
    const [row]: Counted[] = await this.database.query(COUNT);
    if (!row) throw new Error('no answer to what is under way');
    return row;
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
