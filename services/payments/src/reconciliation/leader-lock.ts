import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * Runs work on one instance at a time. Holds a PostgreSQL advisory lock on a dedicated connection, so a crash of the
 * process releases it.
 */
@Injectable()
export class LeaderLock {
  constructor(private readonly database: DataSource) {}

  /** Returns false without running `work` if another instance holds the lock. */
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
