import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is counted: all, by buyer (`first`, `returning`), or the stones by one of their features. */
export type SalesKind = 'all' | 'buyer' | 'crystal-type' | 'tier' | 'location' | 'price-band';

/**
 * What was sold on a day of the shop's time zone, summed; what is not in it yet stands in sales_entry, which the database
 * itself writes, see the migration sales-by-day.
 */
@Entity('sales_day')
export class SalesDay {
  @PrimaryColumn('text')
  kind!: SalesKind;

  @PrimaryColumn('date')
  day!: string;

  /** Of `all` it is empty. */
  @PrimaryColumn('text')
  value!: string;

  /** Of `all` and `buyer`; an order has stones of several features. */
  @Column('integer')
  orders!: number;

  @Column('integer')
  stones!: number;

  /** A bigint, which the driver gives as text. */
  @Column('bigint')
  cents!: string;
}
