import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { SalesKind } from './sales-day.entity.js';
import { Sums } from './sums.js';

/** What one change of an order adds to a day, or takes off it, until the keeper moves it into sales_day. */
@Entity('sales_entry')
export class SalesEntry extends Sums {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: SalesKind;

  @Column('date')
  day!: string;

  @Column('text')
  value!: string;
}
