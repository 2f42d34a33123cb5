import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Picture } from './picture.entity.js';

export type VariantFormat = 'webp' | 'avif' | 'jpeg';

/** A narrower copy of a picture, or a copy in another format. Its bytes are in the object store. */
@Entity('variant')
export class Variant {
  @PrimaryColumn('text', { name: 'picture_id', primaryKeyConstraintName: 'variant_pkey' })
  pictureId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'variant_pkey' })
  format!: VariantFormat;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'variant_pkey' })
  width!: number;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('integer')
  bytes!: number;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Picture, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'picture_id', foreignKeyConstraintName: 'variant_picture' })
  picture?: Picture;
}
