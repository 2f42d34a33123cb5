import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SalesKind } from './sales-day.entity.js';

/** The days of a month, summed: of years nobody adds up the days. */
@Entity('sales_month')
export class SalesMonth {
  @PrimaryColumn('text')
  kind!: SalesKind;

  /** Its first day. */
  @PrimaryColumn('date')
  month!: string;

  @PrimaryColumn('text')
  value!: string;

  @Column('integer')
  orders!: number;

  @Column('integer')
  stones!: number;

  @Column('bigint')
  cents!: string;
}
