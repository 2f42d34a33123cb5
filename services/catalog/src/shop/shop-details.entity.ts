import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ShopDetails } from '@geodes/contracts';

/** What the owner says about the shop. At most one row; null is a detail that was never set. */
@Entity('shop_details')
@Check('shop_details_one', 'is_only')
export class ShopDetailsRow {
  @PrimaryColumn('boolean', { name: 'is_only', primaryKeyConstraintName: 'shop_details_pkey', default: true })
  isOnly!: boolean;

  @Column('text', { name: 'contact_email', nullable: true })
  contactEmail!: string | null;

  @Column('text', { name: 'contact_phone', nullable: true })
  contactPhone!: string | null;

  @Column('text', { name: 'contact_location', nullable: true })
  contactLocation!: string | null;

  @Column('text', { nullable: true })
  hours!: string | null;

  @Column('text', { name: 'legal_name', nullable: true })
  legalName!: string | null;

  @Column('text', { name: 'postal_address', nullable: true })
  postalAddress!: string | null;

  @Column('text', { nullable: true })
  announcement!: string | null;
}

/** Maps the row to the details that were set. */
export const shopDetailsView = ({ isOnly: _isOnly, ...details }: ShopDetailsRow): ShopDetails =>
  Object.fromEntries(Object.entries(details).filter(([, text]) => text !== null));
