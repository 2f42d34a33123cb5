import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OrdersState } from '@geodes/contracts';
import { Handles, databaseUse } from '@geodes/kit';
import { QueueStates } from './queue-states.js';

interface OpenCounts {
  checkouts: number;
  oldestCheckoutAt: Date | null;
  events: number;
  oldestEventAt: Date | null;
  failedEvents: number;
  closedSince: Date | null;
}

/** Every count reads a partial index of open rows, so its cost does not grow with the number of orders. */
const COUNT = `
  SELECT checkouts.count AS checkouts, checkouts.oldest AS "oldestCheckoutAt",
         events.waiting AS events, events.oldest AS "oldestEventAt", events.failed AS "failedEvents",
         (SELECT min(restored_at) FROM restore_gate) AS "closedSince"
    FROM (SELECT count(*)::int AS count, min(created_at) AS oldest
            FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS checkouts,
         (SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed,
                 min(created_at) FILTER (WHERE failed_at IS NULL) AS oldest
            FROM outbox WHERE done_at IS NULL AND dropped_at IS NULL) AS events`;

/** Reports open checkouts, waiting events, queues and servers to the operator. */
@Controller()
export class StateController {
  constructor(
    private readonly database: DataSource,
    private readonly queueStates: QueueStates,
  ) {}

  /** Throws if the database does not respond. */
  @Handles('orders.state')
  async state(): Promise<OrdersState> {
    const [[counts], database, queues, redis] = await Promise.all([
      this.database.query<[OpenCounts]>(COUNT),
      databaseUse(this.database),
      this.queueStates.queues(),
      this.queueStates.server(),
    ]);
    return {
      checkouts: { count: counts.checkouts, oldestAt: iso(counts.oldestCheckoutAt) },
      ...(counts.closedSince ? { closedSince: counts.closedSince.toISOString() } : {}),
      events: { count: counts.events, oldestAt: iso(counts.oldestEventAt), givenUp: counts.failedEvents },
      queues,
      redis,
      database,
    };
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
