import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import { Geode } from '../geodes/geode.entity.js';
import type { ReservationState } from './reservation-states.js';

/**
 * One unit of a geode, taken for one order. The unique index on the unit and the constraint trigger `stock_balances`
 * make the database itself refuse a second sale: a unit is in one row, and a geode's counters are what its rows say.
 */
@Entity('reservation')
@Unique('reservation_order_geode', ['orderId', 'geodeId'])
@Check('reservation_state', "state IN ('held', 'reserved', 'sold', 'released')")
@Check('reservation_unit_no', 'unit_no > 0')
@Index('reservation_unit_taken', ['geodeId', 'unitNo'], {
  unique: true,
  where: "state IN ('held', 'reserved', 'sold')",
})
export class Reservation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'reservation_pkey' })
  id!: string;

  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  @ManyToOne(() => Geode, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'geode_id', foreignKeyConstraintName: 'reservation_geode' })
  geode?: Geode;

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  /** Which of the geode's units: the smallest number from 1 that no other row takes up. */
  @Column('integer', { name: 'unit_no' })
  unitNo!: number;

  @Column('text')
  state!: ReservationState;

  /** The geode as it was reserved: what the order is priced by, however often it asks. */
  @Column('json')
  snapshot!: ReservedGeode;

  @Column('timestamp with time zone', { name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** When the owner archived the order. */
  @Column('timestamp with time zone', { name: 'archived_at', precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
