import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How long reservations that began in one minute and have ended kept units of a network off sale. Kept for an hour. */
@Entity('off_sale_time')
@Index('off_sale_time_by_begin', ['beganAt'])
export class OffSaleTime {
  /** A keyed hash of an IP address, a /64 or a /48. */
  @PrimaryColumn('text', { name: 'network_key', primaryKeyConstraintName: 'off_sale_time_pkey' })
  networkKey!: string;

  /** The full minute. */
  @PrimaryColumn('timestamp with time zone', {
    name: 'began_at',
    precision: 3,
    primaryKeyConstraintName: 'off_sale_time_pkey',
  })
  beganAt!: Date;

  /** Summed over units. */
  @Column('double precision')
  seconds!: number;
}
