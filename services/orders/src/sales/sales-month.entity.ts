import { Entity, PrimaryColumn } from 'typeorm';
import type { SalesKind } from './sales-day.entity.js';
import { Sums } from './sums.js';

/** The days of a month, summed: of years nobody adds up the days. */
@Entity('sales_month')
export class SalesMonth extends Sums {
  @PrimaryColumn('text')
  kind!: SalesKind;

  /** Its first day. */
  @PrimaryColumn('date')
  month!: string;

  @PrimaryColumn('text')
  value!: string;
}
