import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Category, Tier } from '@geodes/contracts';
import { LISTED } from './availability.js';

type Origin = 'owner' | 'demo';

/** PostgreSQL computes these columns (see the migration search-in-postgresql). Only filters of lists read them. */
const GENERATED = { select: false, insert: false, update: false } as const;

/** A geode and the counters of its units. A unit is on sale, reserved (or held) or sold; reservation rows say for whom. */
@Entity('geode')
@Check('geode_price', 'price_cents > 0')
@Check('geode_units_available', 'units_available >= 0')
@Check('geode_units_reserved', 'units_reserved >= 0')
@Check('geode_units_sold', 'units_sold >= 0')
@Check('geode_stock_changed_at', 'stock_changed_at <= updated_at')
@Check('geode_origin', "origin IN ('owner', 'demo')")
@Index('geode_by_age', ['createdAt', 'id'])
@Index('geode_unsold_by_age', ['createdAt', 'id'], { where: LISTED })
@Index('geode_by_instant', ['availableFrom', 'id'], { where: 'available_from IS NOT NULL' })
@Index('geode_to_open', ['availableFrom'], { where: 'on_sale_since < available_from' })
@Index('geode_unsold_by_price', ['priceCents', 'id', 'sizeInches', 'crystalKey', 'category', 'locationKey'], {
  where: LISTED,
})
@Index('geode_unsold_by_crystal', ['crystalKey', 'priceCents', 'sizeInches', 'category', 'locationKey', 'id'], {
  where: LISTED,
})
@Index('geode_featured_by_age', ['createdAt', 'id'], { where: `is_featured AND ${LISTED}` })
export class Geode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'geode_pkey' })
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('integer', { name: 'price_cents' })
  priceCents!: number;

  /** Inches, as text that the owner wrote. */
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

  @Column('boolean', { name: 'is_draft', default: false })
  isDraft!: boolean;

  /** When it goes on sale; null if it has been since it was added. */
  @Column('timestamp with time zone', { name: 'available_from', precision: 3, nullable: true })
  availableFrom!: Date | null;

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

  /** When a counter last changed: the `updated_at` of that change. */
  @Column('timestamp with time zone', { name: 'stock_changed_at', precision: 3, default: () => 'now()' })
  stockChangedAt!: Date;

  /**
   * When it was put on sale first, or again after its last unit was sold. Holds and declined orders do not change it. Earlier
   * than `available_from` until DropOpening has announced that instant.
   */
  @Column('timestamp with time zone', { name: 'on_sale_since', precision: 3, default: () => 'now()' })
  onSaleSince!: Date;

  /**
   * Whether it is no draft and has a unit on sale or reserved. Indexes use this instead of the counters, so that a hold
   * updates no index.
   */
  @Column('boolean', { name: 'is_unsold', ...GENERATED })
  readonly isListed!: boolean;

  /** The largest number in `size`, inches. */
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
 * The time of a change in SQL, always later than that of the change before: whoever read an `updated_at` read every change up
 * to it. Not `now()`, which is the start of the transaction; not `clock_timestamp()`, which differs within a statement.
 */
export const CHANGE_TIME = "greatest(statement_timestamp(), updated_at + interval '1 millisecond')";
