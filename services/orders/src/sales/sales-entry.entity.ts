import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { SalesKind } from './sales-day.entity.js';

/** What one change of an order adds to a day, or takes off it, until the keeper moves it into sales_day. */
@Entity('sales_entry')
export class SalesEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: SalesKind;

  @Column('date')
  day!: string;

  @Column('text')
  value!: string;

  @Column('integer')
  orders!: number;

  @Column('integer')
  stones!: number;

  @Column('bigint')
  cents!: string;
}
