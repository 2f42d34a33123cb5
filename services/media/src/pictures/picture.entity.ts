import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** `stored`: the picture is there. `prepared`: so are the variants that a page needs first. */
export type PictureState = 'stored' | 'prepared';

/** A picture as the shop keeps it: re-encoded, without metadata, never changed. */
@Entity('picture')
@Check('picture_size', 'width > 0 AND height > 0 AND bytes > 0')
@Check('picture_state', "state IN ('stored', 'prepared')")
@Index('picture_by_look', { synchronize: false })
export class Picture {
  /** The first 32 hex digits of `sha256`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'picture_pkey' })
  id!: string;

  /** What entities keep: `/objects/…`. */
  @Column('text', { name: 'object_path' })
  objectPath!: string;

  /** Key in the object store. */
  @Column('text', { name: 'object_key' })
  objectKey!: string;

  /** Key under which it first came in. */
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

  /** Of the stored bytes, hex. */
  @Column('text')
  sha256!: string;

  /** A tiny data: URL. */
  @Column('text')
  placeholder!: string;

  @Column('text', { default: 'stored' })
  state!: PictureState;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Key of the file as it was sent, metadata and all; no path leads there. */
  @Column('text', { name: 'original_key', nullable: true })
  originalKey!: string | null;

  /** When it came in last: the same picture may be sent again. */
  @Column('timestamp with time zone', { name: 'uploaded_at', precision: 3, default: () => 'now()' })
  uploadedAt!: Date;

  /** Since when the sweep has found it in no use. */
  @Column('timestamp with time zone', { name: 'unused_since', precision: 3, nullable: true })
  unusedSince!: Date | null;

  /** When the sweep last asked who uses it. */
  @Column('timestamp with time zone', { name: 'looked_at', precision: 3, nullable: true })
  lookedAt!: Date | null;
}
