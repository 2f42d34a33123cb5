import type { MigrationInterface } from 'typeorm';

/** Changes nothing: 1795460000000-search-in-postgresql.ts drops the table and the triggers that this created. */
export class LogWhatIsCounted1795420000000 implements MigrationInterface {
  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
