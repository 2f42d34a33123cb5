import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Category, Tier } from '@geodes/contracts';
import { UNSOLD } from './availability.js';

export type Origin = 'owner' | 'demo';

/** PostgreSQL computes these columns (see the migration search-in-postgresql); only conditions of lists name them. */
const GENERATED = { select: false, insert: false, update: false } as const;

/** A geode and its stock. A unit is on sale, reserved or sold; the reservation rows say which is whose. */
@Entity('geode')
@Check('geode_price', 'price_cents > 0')
@Check('geode_units_available', 'units_available >= 0')
@Check('geode_units_reserved', 'units_reserved >= 0')
@Check('geode_units_sold', 'units_sold >= 0')
@Check('geode_stock_changed_at', 'stock_changed_at <= updated_at')
@Check('geode_origin', "origin IN ('owner', 'demo')")
@Index('geode_by_age', ['createdAt', 'id'])
@Index('geode_unsold_by_age', ['createdAt', 'id'], { where: UNSOLD })
@Index('geode_unsold_by_price', ['priceCents', 'id', 'sizeInches', 'crystalKey', 'category', 'locationKey'], {
  where: UNSOLD,
})
@Index('geode_unsold_by_crystal', ['crystalKey', 'priceCents', 'sizeInches', 'category', 'locationKey', 'id'], {
  where: UNSOLD,
})
@Index('geode_featured_by_age', ['createdAt', 'id'], { where: `is_featured AND ${UNSOLD}` })
export class Geode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'geode_pkey' })
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('integer', { name: 'price_cents' })
  priceCents!: number;

  /** As the owner wrote it, inches. */
  @Column('text')
  size!: string;

  @Column('text')
  location!: string;

  @Column('text', { name: 'crystal_type' })
  crystalType!: string;

  @Column('text', { name: 'image_urls', array: true, default: '{}' })
  imageUrls!: string[];

  @Column('text', { default: '' })
  tier!: Tier;

  @Column('text', { default: 'individual' })
  category!: Category;

  @Column('boolean', { name: 'is_featured', default: false })
  isFeatured!: boolean;

  @Column('integer', { name: 'units_available' })
  unitsAvailable!: number;

  @Column('integer', { name: 'units_reserved', default: 0 })
  unitsReserved!: number;

  @Column('integer', { name: 'units_sold', default: 0 })
  unitsSold!: number;

  @Column('text', { default: 'owner' })
  origin!: Origin;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** When a unit was last put on sale, reserved, released or sold: always the `updated_at` of that change. */
  @Column('timestamp with time zone', { name: 'stock_changed_at', precision: 3, default: () => 'now()' })
  stockChangedAt!: Date;

  /** When it was put on sale: at first, or again after its last unit was sold. Holds and refused checkouts change nothing. */
  @Column('timestamp with time zone', { name: 'on_sale_since', precision: 3, default: () => 'now()' })
  onSaleSince!: Date;

  /** Whether a unit is on sale or reserved. Indexes name this instead of the counters, so that a hold changes no index. */
  @Column('boolean', { name: 'is_unsold', ...GENERATED })
  readonly isUnsold!: boolean;

  /** The largest number in `size`. */
  @Column('double precision', { name: 'size_inches', nullable: true, ...GENERATED })
  readonly sizeInches!: number | null;

  @Column({ type: 'text', name: 'crystal_key', collation: 'C', ...GENERATED })
  readonly crystalKey!: string;

  @Column({ type: 'text', name: 'location_key', collation: 'C', ...GENERATED })
  readonly locationKey!: string;

  /** The words of title, description, location and crystal type. */
  @Index('geode_unsold_search', { synchronize: false })
  @Column('tsvector', GENERATED)
  readonly search!: string;
}

/**
 * The time of a change, always later than that of the change before: a reader who saw `updated_at` saw every change up
 * to it. `now()` would not do, it is when the transaction began; `clock_timestamp()` differs within a statement.
 */
export const CHANGE_TIME = "greatest(statement_timestamp(), updated_at + interval '1 millisecond')";
