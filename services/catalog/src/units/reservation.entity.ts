import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import { Geode } from '../geodes/geode.entity.js';
import { Hold } from '../holds/hold.entity.js';

/**
 * `held` by a browser, `reserved` by an unpaid order, `sold` to a paid order, `released` back to sale without a sale,
 * `returned` to sale with a refund.
 */
type ReservationState = 'held' | 'reserved' | 'sold' | 'released' | 'returned';

/** Only a known payment outcome moves a reservation out of `reserved`, and only a refund a sold one. */
const NEXT_STATES: Record<ReservationState, readonly ReservationState[]> = {
  held: ['reserved', 'released'],
  reserved: ['sold', 'released', 'held'],
  sold: ['returned'],
  released: [],
  returned: [],
};

export const canBecome = (from: ReservationState, to: ReservationState): boolean => NEXT_STATES[from].includes(to);

/**
 * A condition in SQL: the reservation occupies its unit. Literals, not parameters: PostgreSQL then keeps one plan that uses the
 * partial index, instead of planning each time.
 */
export const OCCUPYING = "state IN ('held', 'reserved', 'sold')";

/**
 * Gives one unit of a geode to an order or a hold. The database refuses a second sale: the unique index allows one occupying
 * row per unit, and the constraint trigger `stock_balances` keeps a geode's counters equal to its rows.
 */
@Entity('reservation')
@Unique('reservation_order_geode', ['orderId', 'geodeId'])
@Check('reservation_state', "state IN ('held', 'reserved', 'sold', 'released', 'returned')")
@Check('reservation_unit_no', 'unit_no > 0')
@Check('reservation_owner', "(state = 'held') = (order_id IS NULL) AND (order_id IS NOT NULL OR hold_id IS NOT NULL)")
@Index('reservation_by_geode', ['geodeId'])
@Index('reservation_by_hold', ['holdId'], { where: 'hold_id IS NOT NULL' })
@Index('reservation_by_address', ['addressKey'], { where: 'address_key IS NOT NULL' })
@Index('reservation_by_site', ['siteKey'], { where: 'site_key IS NOT NULL' })
@Index('reservation_unit_taken', ['geodeId', 'unitNo'], { unique: true, where: OCCUPYING })
export class Reservation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'reservation_pkey' })
  id!: string;

  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  @ManyToOne(() => Geode, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'geode_id', foreignKeyConstraintName: 'reservation_geode' })
  geode?: Geode;

  /** Null until an order takes the unit over from a hold. */
  @Column('uuid', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** The hold that has the unit, or that an order took it from. */
  @Column('uuid', { name: 'hold_id', nullable: true })
  holdId!: string | null;

  @ManyToOne(() => Hold, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'hold_id', foreignKeyConstraintName: 'reservation_hold' })
  hold?: Hold;

  /** Numbers the geode's units from 1: the smallest number that no other row occupies. */
  @Column('integer', { name: 'unit_no' })
  unitNo!: number;

  @Column('text')
  state!: ReservationState;

  /** The geode as it was reserved. A repeated command gets the same price. */
  @Column('json')
  snapshot!: ReservedGeode;

  /** Unused since holds have their own end; the column stays. */
  @Column('timestamp with time zone', { name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** The network that keeps the unit off sale; null once it has ended, and if no limit applies. See `Network`. */
  @Column('text', { name: 'address_key', nullable: true })
  addressKey!: string | null;

  @Column('text', { name: 'site_key', nullable: true })
  siteKey!: string | null;

  /** The time that is booked on the network. */
  @Column('timestamp with time zone', { name: 'booked_from', precision: 3, nullable: true })
  bookedFrom!: Date | null;

  @Column('timestamp with time zone', { name: 'booked_until', precision: 3, nullable: true })
  bookedUntil!: Date | null;

  /** When the owner archived the order. */
  @Column('timestamp with time zone', { name: 'archived_at', precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
