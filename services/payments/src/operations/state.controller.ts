import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountCheck, PaymentsState } from '@geodes/contracts';
import { Handles, databaseUse } from '@geodes/kit';
import { SquareAccount } from '../square/square-account.js';
import { Differences } from '../differences/differences.js';
import { ReconciliationRun } from '../reconciliation/reconciliation-run-log.js';

/** Reads the state of this service for the operator. */
@Controller()
export class StateController {
  constructor(
    private readonly database: DataSource,
    private readonly differences: Differences,
    private readonly account: SquareAccount,
  ) {}

  /** Throws if the database does not respond. */
  @Handles('payments.state')
  async state(): Promise<PaymentsState> {
    const [unsettled, runs, differencesOpen, database] = await Promise.all([
      this.unsettled(),
      this.database.getRepository(ReconciliationRun).find({ order: { endedAt: 'DESC' } }),
      this.differences.countOpen(),
      databaseUse(this.database),
    ]);
    return {
      unsettled,
      comparisons: runs.map(({ span, endedAt }) => ({ span, endedAt: endedAt.toISOString() })),
      differencesOpen,
      database,
    };
  }

  @Handles('payments.check-account')
  checkAccount(): Promise<AccountCheck> {
    return this.account.check();
  }

  private async unsettled(): Promise<PaymentsState['unsettled']> {
    const [row] = (await this.database.query(
      `SELECT count(*)::int AS count, min(created_at) AS oldest FROM payment WHERE state IN ('authorising', 'voiding')`,
    )) as { count: number; oldest: Date | null }[];
    return { count: row?.count ?? 0, oldestAt: row?.oldest?.toISOString() ?? null };
  }
}
