import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';

/** Widths of picture variants, pixels. A requested width is rounded up to the next. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Size of the largest upload: 10 MB are too many. */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024 - 1;

/** Reply of POST /api/objects/upload. */
export interface Upload {
  objectPath: string;
}

/**
 * Checks an uploaded object by its content, re-encodes it without metadata and stores it under an immutable path.
 * Throws UNSUPPORTED_IMAGE or TOO_LARGE. Deletes the incoming object either way. Safe to repeat.
 */
export class IngestImage {
  /** Object key under `incoming/`. */
  @IsString() @Matches(/^incoming\/[A-Za-z0-9_-]{1,100}$/) key!: string;
  /** Creates the usual variants at once (owner's upload); otherwise the first request creates them (bulk import). */
  @IsOptional() @IsBoolean() variants?: boolean;
  /** Also stores the uploaded file for later re-encoding; it is never served. */
  @IsOptional() @IsBoolean() keepOriginal?: boolean;
}

export interface Picture {
  /** `/objects/…`, the path that entities store and the site requests. */
  objectPath: string;
  width: number;
  height: number;
  /** A tiny data: URL shown while the picture loads. */
  placeholder: string;
}

/** Finds the stored object of a picture or of one of its variants. Throws NOT_FOUND. */
export class LocatePicture {
  /** The path after `/objects/`. */
  @IsString() @MaxLength(200) path!: string;
  @IsOptional() @IsInt() width?: number;
  /** The best format the browser takes; `original` for the re-encoded picture itself. */
  @IsIn(['avif', 'webp', 'original']) format!: 'avif' | 'webp' | 'original';
}

export interface LocatedPicture {
  /** Key in the object store. */
  key: string;
  contentType: string;
  bytes: number;
  /** False while the requested format is still being encoded; shared caches must soon ask again. */
  final: boolean;
}

/** Maximum names in one UsedPictures. */
export const MAX_NAMES = 500;

/** Finds which of these pictures a service still uses. A name is the path after `/objects/`. */
export class UsedPictures {
  @IsArray() @ArrayMaxSize(MAX_NAMES) @IsString({ each: true }) @MaxLength(200, { each: true }) names!: string[];
}

export interface MediaMessages {
  'media.ingest': { request: IngestImage; reply: Picture };
  'media.locate': { request: LocatePicture; reply: LocatedPicture };
  /** Placeholders by picture name; unknown pictures are left out. */
  'media.placeholders': { request: UsedPictures; reply: { placeholders: Record<string, string> } };
  'media.known-pictures': { request: UsedPictures; reply: { known: string[] } };
}
