import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { ErrorCode } from '@geodes/contracts';

/** `prepared`: the variants that a page needs first also exist. */
type PictureState = 'stored' | 'prepared';

/** A stored picture: re-encoded, without metadata, immutable. */
@Entity('picture')
@Check('picture_size', 'width > 0 AND height > 0 AND bytes > 0')
@Check('picture_state', "state IN ('stored', 'prepared')")
@Index('picture_by_look', { synchronize: false })
export class Picture {
  /** The first 32 hex digits of `sha256`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_pkey' })
  id!: string;

  /** The path that geodes and orders store: `/objects/…`. */
  @Column('text', { name: 'object_path' })
  objectPath!: string;

  /** Key in the object store. */
  @Column('text', { name: 'object_key' })
  objectKey!: string;

  /** Key of its first upload. */
  @Column('text', { name: 'incoming_key' })
  incomingKey!: string;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  @Column('integer')
  bytes!: number;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** Hash of the stored bytes, hex. */
  @Column('text')
  sha256!: string;

  /** A tiny data: URL. */
  @Column('text')
  placeholder!: string;

  @Column('text', { default: 'stored' })
  state!: PictureState;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Key of the uploaded file with its metadata. Not reachable by any URL. */
  @Column('text', { name: 'original_key', nullable: true })
  originalKey!: string | null;

  /** Time of the last upload: the same picture may be uploaded again. */
  @Column('timestamp with time zone', { name: 'uploaded_at', precision: 3, default: () => 'now()' })
  uploadedAt!: Date;

  /** Set by the sweep while it finds the picture unused. */
  @Column('timestamp with time zone', { name: 'unused_since', precision: 3, nullable: true })
  unusedSince!: Date | null;

  /** When the sweep last checked its use. */
  @Column('timestamp with time zone', { name: 'looked_at', precision: 3, nullable: true })
  lookedAt!: Date | null;
}

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

interface Refusal {
  code: ErrorCode;
  message: string;
}

/** The outcome of an ingested upload. A repeated command gets the same outcome after the object is deleted. */
@Entity('upload')
@Check('upload_outcome', '(picture_id IS NULL) <> (refusal IS NULL)')
@Index('upload_by_age', ['createdAt'])
export class Upload {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'upload_pkey' })
  key!: string;

  @Column('text', { name: 'picture_id', nullable: true })
  pictureId!: string | null;

  @Column('jsonb', { nullable: true })
  refusal!: Refusal | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}

/** Returns the picture's id. `path` is what follows `/objects/`: the id and an extension. Null for anything else. */
export const pictureId = (path: string): string | null => /^([0-9a-f]{32})\.(?:jpg|webp)$/.exec(path)?.[1] ?? null;

/** Returns the picture's name: what follows `/objects/` in its path. */
export const pictureName = (objectPath: string): string => objectPath.slice('/objects/'.length);
