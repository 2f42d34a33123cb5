import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import {
  type ImportCheck,
  type ImportedGeode,
  type ImportKey,
  type ImportResult,
  type LineProblem,
  MAX_NAMES,
} from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { type ChosenPictures, isPictureAddress } from './chosen-pictures.js';
import { fileText, unreadable } from './file-text.js';
import { type CheckedLine } from './validate-row.js';
import { type CheckedTable, checkTable } from './geode-table.js';
import { readTable } from './read-table.js';

/** An import is one message. NATS is told to take 8 MB; this is what a file of 1 MB makes. */
const MAX_BYTES = 950_000;
const IMPORT_TIMEOUT_MS = 30_000;
const OBJECTS = '/objects/';

/** Geodes from a file: what of it would be added, and adding that. */
@Injectable()
export class GeodeImports {
  constructor(private readonly bus: Bus) {}

  /** Changes nothing. Throws BAD_REQUEST for a file that cannot be read, in words that say what to do. */
  async check(file: Buffer, chosen: ChosenPictures, importId: string): Promise<ImportCheck> {
    const { lines, leftOut, unknown } = await this.read(file, chosen);
    const { importedAt } = await this.bus.call('catalog.past-import', keyOf(importId, file));
    const good = lines.filter(({ problems }) => problems.length === 0);
    importedGeodes(good, importId);
    return {
      geodes: good.map(({ line, body: { title, price, quantity, imageUrls = [] } }) => ({
        line,
        title,
        price,
        quantity,
        pictures: imageUrls.length,
      })),
      problems: lines.flatMap(({ problems }) => problems),
      pictureProblems: chosen.problems(),
      leftOut,
      unknown,
      importedAt,
    };
  }

  /**
   * Adds the geodes of every line, all or none; the same import again responds what was added then. Throws BAD_REQUEST if
   * anything is wrong with a line or a picture, KEY_REUSED for another file.
   */
  async run(file: Buffer, chosen: ChosenPictures, importId: string): Promise<ImportResult> {
    const key = keyOf(importId, file);
    const { created } = await this.bus.call('catalog.past-import', key);
    if (created !== null) return { created };
    if (!chosen.areUploaded()) throw unreadable('Nothing was added: not every picture is uploaded.');
    const { lines } = await this.read(file, chosen);
    const faults = [
      ...lines.flatMap(({ problems }) => problems).map((one) => ({ field: fieldOf(one), reason: one.reason })),
      ...chosen.problems().map(({ name, reason }) => ({ field: name, reason })),
    ];
    if (faults.length > 0) throw new AppError('BAD_REQUEST', nothingAdded(faults.length), faults);
    const geodes = importedGeodes(lines, importId);
    return this.bus.call('catalog.import-geodes', { geodes, key }, { timeoutMs: IMPORT_TIMEOUT_MS });
  }

  private async read(file: Buffer, chosen: ChosenPictures): Promise<CheckedTable> {
    const table = await checkTable(readTable(fileText(file)), chosen);
    return { ...table, lines: await this.withPictures(table.lines) };
  }

  /** A geode shows pictures that the shop has. */
  private async withPictures(lines: CheckedLine[]): Promise<CheckedLine[]> {
    const names = new Set(lines.filter(({ problems }) => problems.length === 0).flatMap(pictureNames));
    const known = new Set<string>();
    const wanted = [...names];
    for (let from = 0; from < wanted.length; from += MAX_NAMES) {
      const some = await this.bus.call('media.known-pictures', { names: wanted.slice(from, from + MAX_NAMES) });
      for (const name of some.known) known.add(name);
    }
    return lines.map((line) => {
      if (line.problems.length > 0) return line;
      const problems = pictureNames(line)
        .filter((name) => !known.has(name))
        .map((name): LineProblem => ({
          line: line.line,
          column: 'Pictures',
          reason: `There is no picture ${OBJECTS}${name} in this shop.`,
        }));
      return { ...line, problems };
    });
  }
}

/** Of pictures that are in the shop; a check also finds names of files, which are not uploaded yet. */
const pictureNames = ({ body }: CheckedLine): string[] =>
  (body.imageUrls ?? []).filter(isPictureAddress).map((address) => address.slice(OBJECTS.length));

const keyOf = (importId: string, file: Buffer): ImportKey => ({
  importId,
  fingerprint: createHash('sha256').update(file).digest('hex'),
});

/** In the shop's lists, newest first, they stand as they stand in the file. Throws BAD_REQUEST if they are too much. */
const importedGeodes = (lines: CheckedLine[], importId: string): ImportedGeode[] => {
  const now = Date.now();
  const geodes = lines.map(({ line, body }, index): ImportedGeode => ({
    ...body,
    id: uuidv5(String(line), importId),
    origin: 'owner',
    createdAt: new Date(now - index).toISOString(),
  }));
  if (Buffer.byteLength(JSON.stringify(geodes)) > MAX_BYTES)
    throw unreadable('There is too much text in this file for one import. Please split it.');
  return geodes;
};

const fieldOf = ({ line, column }: LineProblem): string => `line ${line}${column && `, ${column}`}`;

const nothingAdded = (count: number): string =>
  `Nothing was added: there ${count === 1 ? 'is 1 problem' : `are ${count} problems`}. Please check the file again.`;
