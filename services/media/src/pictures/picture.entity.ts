import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

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

/** Returns the picture's id. `path` is what follows `/objects/`: the id and an extension. Null for anything else. */
export const pictureId = (path: string): string | null => /^([0-9a-f]{32})\.(?:jpg|webp)$/.exec(path)?.[1] ?? null;

/** Returns the picture's name: what follows `/objects/` in its path. */
export const pictureName = (objectPath: string): string => objectPath.slice('/objects/'.length);
