import type { MigrationInterface } from 'typeorm';

/** Changes nothing: 1795460000000-sales-from-orders.ts drops the function that this defined. */
export class SalesOfThePaid1795370000000 implements MigrationInterface {
  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
