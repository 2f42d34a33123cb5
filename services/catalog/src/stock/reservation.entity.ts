import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import { Geode } from '../geodes/geode.entity.js';
import { Hold } from './hold.entity.js';
import type { ReservationState } from './reservation-states.js';

/**
 * One unit of a geode, taken for one order or for a browser that is about to order. The unique index on the unit and the constraint trigger `stock_balances`
 * make the database itself refuse a second sale: a unit is in one row, and a geode's counters are what its rows say.
 */
@Entity('reservation')
@Unique('reservation_order_geode', ['orderId', 'geodeId'])
@Check('reservation_state', "state IN ('held', 'reserved', 'sold', 'released')")
@Check('reservation_unit_no', 'unit_no > 0')
@Check('reservation_owner', "(state = 'held') = (order_id IS NULL) AND (order_id IS NOT NULL OR hold_id IS NOT NULL)")
@Index('reservation_by_hold', ['holdId'], { where: 'hold_id IS NOT NULL' })
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

  /** Null while a browser holds the unit and no order has taken it over. */
  @Column('uuid', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** The hold that the unit came from, or is in. */
  @Column('uuid', { name: 'hold_id', nullable: true })
  holdId!: string | null;

  @ManyToOne(() => Hold, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'hold_id', foreignKeyConstraintName: 'reservation_hold' })
  hold?: Hold;

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
