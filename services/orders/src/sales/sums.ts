import { Column } from 'typeorm';

/** What is summed, of a day, of a month and of what one change of an order adds or takes off. */
export abstract class Sums {
  /** Of `all` and `buyer`; an order has stones of several features. */
  @Column('integer')
  orders!: number;

  @Column('integer')
  stones!: number;

  /** A bigint, which the driver gives as text. */
  @Column('bigint')
  cents!: string;
}
