import { Entity, PrimaryColumn } from 'typeorm';
import { Sums } from './sums.js';

/** What is counted: all, by buyer (`first`, `returning`), or the stones by one of their features. */
export type SalesKind = 'all' | 'buyer' | 'crystal-type' | 'tier' | 'location' | 'price-band';

/**
 * What was sold on a day of the shop's time zone, summed; what is not in it yet stands in sales_entry, which the database
 * itself writes, see the migration sales-by-day.
 */
@Entity('sales_day')
export class SalesDay extends Sums {
  @PrimaryColumn('text')
  kind!: SalesKind;

  @PrimaryColumn('date')
  day!: string;

  /** Of `all` it is empty. */
  @PrimaryColumn('text')
  value!: string;
}
