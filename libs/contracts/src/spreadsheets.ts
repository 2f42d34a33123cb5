import { Type } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import { instant, uuid } from './text.js';

/** The last row of a page: the next page begins behind it, whatever was added meanwhile. */
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
  /** As many as a message takes. */
  rows: T[];
  /** Null where these are the last. */
  next: ExportCursor | null;
}

/** What the shop knows of earlier imports. */
export interface PastImport {
  /** The outcome of the import with this key; null where there was none. Throws KEY_REUSED for another file. */
  created: number | null;
  /** When a file with this content was imported last, ISO 8601. */
  importedAt: string | null;
}

/** A picture that was chosen with a file, which names it; sent as JSON in the field `pictures` before the file. */
export interface ChosenPicture {
  /** Of the picture's file. */
  name: string;
  /** `/objects/…` once it is uploaded: an import needs it, a check does not. */
  path?: string;
}

/** Why a line of a file is not taken. */
export interface LineProblem {
  /** From 1; the header is the first. */
  line: number;
  /** As it stands in the header of an export; empty where the whole line is meant. */
  column: string;
  reason: string;
}

/** Why a chosen picture is not taken. */
export interface PictureProblem {
  name: string;
  reason: string;
}

/** A geode that a line of a file would add. */
export interface LineGeode {
  line: number;
  title: string;
  /** Dollars. */
  price: string;
  quantity: number;
  pictures: number;
}

/** Reply of POST /api/admin/geodes/import/check: nothing was changed. */
export interface ImportCheck {
  geodes: LineGeode[];
  problems: LineProblem[];
  pictureProblems: PictureProblem[];
  /** Columns of an export that an import does not take: the shop decides them. */
  leftOut: string[];
  /** Columns that the shop does not know. */
  unknown: string[];
  /** When a file with the same content was imported, ISO 8601. */
  importedAt: string | null;
}

/** Reply of POST /api/admin/geodes/import. */
export interface ImportResult {
  created: number;
}
