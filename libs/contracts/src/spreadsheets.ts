import { Type } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import { instant, uuid } from './text.js';

/** Identifies the last row of a page. The next page starts after it, whatever rows were added meanwhile. */
export class ExportCursor {
  @instant() createdAt!: string;
  @uuid() id!: string;
}

/** A page of an export, newest first. */
export class ExportQuery {
  /** Null for the first page. */
  @ValidateIf(({ after }: ExportQuery) => after !== null)
  @ValidateNested()
  @Type(() => ExportCursor)
  after!: ExportCursor | null;
}

export interface ExportPage<T> {
  /** As many rows as fit into one message. */
  rows: T[];
  /** Null on the last page. */
  next: ExportCursor | null;
}

/** Earlier imports with the same key or file. */
export interface PastImport {
  /** Geodes created by the import with this key; null if there was none. Throws KEY_REUSED if its file differs. */
  created: number | null;
  /** When the same file was last imported, ISO 8601; null if never. */
  importedAt: string | null;
}

/** A picture that the imported file names. Sent as JSON in the field `pictures` before the file. */
export interface ChosenPicture {
  /** File name. */
  name: string;
  /** `/objects/…` after the upload. Required for an import, not for a check. */
  path?: string;
}

/** The reason why a line is refused. */
export interface LineProblem {
  /** From 1, which is the header. */
  line: number;
  /** The column's name in an export; empty if the whole line is meant. */
  column: string;
  reason: string;
}

/** The reason why a picture is refused. */
export interface PictureProblem {
  name: string;
  reason: string;
}

/** A geode that a line would create. */
export interface LineGeode {
  line: number;
  title: string;
  /** Dollars. */
  price: string;
  quantity: number;
  pictures: number;
}

/** Reply of POST /api/admin/geodes/import/check, which changes nothing. */
export interface ImportCheck {
  geodes: LineGeode[];
  problems: LineProblem[];
  pictureProblems: PictureProblem[];
  /** Ignored columns of an export, which the shop sets itself. */
  leftOut: string[];
  /** Unknown columns. */
  unknown: string[];
  /** When the same file was last imported, ISO 8601; null if never. */
  importedAt: string | null;
}

/** Reply of POST /api/admin/geodes/import. */
export interface ImportResult {
  created: number;
}
