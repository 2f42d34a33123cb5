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

/** Widths a picture is offered in, pixels. A wish is rounded up to the next. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Largest upload: 10 × 1024 × 1024 bytes. */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Checks an uploaded object by its content, re-encodes it without metadata and keeps it under an immutable path.
 * Throws UNSUPPORTED_IMAGE or TOO_LARGE; the incoming object is deleted either way. Safe to send twice.
 */
export class IngestImage {
  /** Key of the object that was stored under `incoming/`. */
  @IsString() @Matches(/^incoming\/[A-Za-z0-9_-]{1,100}$/) key!: string;
  /** Make the usual variants at once (the owner's upload) or leave them to the first reader (bulk). */
  @IsOptional() @IsBoolean() variants?: boolean;
  /** Keep the file as it was sent, too: nobody can fetch it, it is for a later re-encoding. */
  @IsOptional() @IsBoolean() keepOriginal?: boolean;
}

export interface Picture {
  /** `/objects/…`, what entities keep and the site asks for. */
  objectPath: string;
  width: number;
  height: number;
  /** A tiny data: URL, shown until the picture is there. */
  placeholder: string;
}

/** Where the bytes of a picture, or of a variant of it, are kept. Throws NOT_FOUND. */
export class LocatePicture {
  /** What follows `/objects/`. */
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
  /** False where a better format was asked for and is still being made: cache it shortly. */
  final: boolean;
}

/** Most names in one UsedPictures. */
export const MAX_NAMES = 500;

/** Which of these pictures a service still shows somewhere. A name is what follows `/objects/`. */
export class UsedPictures {
  @IsArray() @ArrayMaxSize(MAX_NAMES) @IsString({ each: true }) @MaxLength(200, { each: true }) names!: string[];
}
