import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * Lets one instance of the service at a time do a piece of work. The lock belongs to a connection of its own, not to a
 * transaction, so it ends with the process that held it.
 */
@Injectable()
export class LeaderLock {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** False where another instance is at it; `work` has not run then. */
  async hold(key: number, work: () => Promise<void>): Promise<boolean> {
    const runner = this.database.createQueryRunner();
    try {
      const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [key])) as { taken: boolean }[];
      if (!row?.taken) return false;
      try {
        await work();
      } finally {
        await runner.query('SELECT pg_advisory_unlock($1)', [key]);
      }
      return true;
    } finally {
      await runner.release();
    }
  }
}
