import { hash } from 'node:crypto';
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
import { Bus } from '@geodes/kit';
import { type ChosenPictures, isObjectPath } from './chosen-pictures.js';
import { type CheckedLine, type CheckedTable, checkTable } from './geode-table.js';
import { decodeFile, faultOf, nothingDone, readTable, unreadable } from './read-table.js';

/** An import is one NATS message; a file of 1 MB makes about this much. */
const MAX_MESSAGE_BYTES = 950_000;
const IMPORT_TIMEOUT_MS = 30_000;
const OBJECTS = '/objects/';

/** Checks and imports geodes from a CSV file. */
@Injectable()
export class GeodeImports {
  constructor(private readonly bus: Bus) {}

  /** Returns what an import would add; changes nothing. Throws BAD_REQUEST for an unreadable file. */
  async check(file: Buffer, chosen: ChosenPictures, importId: string): Promise<ImportCheck> {
    const { lines, leftOut, unknown } = await this.read(file, chosen);
    const { importedAt } = await this.bus.call('catalog.past-import', keyOf(importId, file));
    const valid = lines.filter(({ problems }) => problems.length === 0);
    toImported(valid, importId);
    return {
      geodes: valid.map(({ line, body: { title, price, quantity, imageUrls = [] } }) => ({
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
   * Adds the geodes of all lines or of none. Repeating an import returns its first result. Throws BAD_REQUEST for a
   * problem with a line or picture, KEY_REUSED for another file under the same key.
   */
  async run(file: Buffer, chosen: ChosenPictures, importId: string): Promise<ImportResult> {
    const key = keyOf(importId, file);
    const { created } = await this.bus.call('catalog.past-import', key);
    if (created !== null) return { created };
    if (!chosen.areUploaded()) throw unreadable('Nothing was added: not every picture is uploaded.');
    const { lines } = await this.read(file, chosen);
    const faults = [
      ...lines.flatMap(({ problems }) => problems).map(faultOf),
      ...chosen.problems().map(({ name, reason }) => ({ field: name, reason })),
    ];
    if (faults.length > 0) throw nothingDone('added', faults);
    const geodes = toImported(lines, importId);
    return this.bus.call('catalog.import-geodes', { geodes, key }, { timeoutMs: IMPORT_TIMEOUT_MS });
  }

  private async read(file: Buffer, chosen: ChosenPictures): Promise<CheckedTable> {
    const table = await checkTable(readTable(decodeFile(file), 'geodes'), chosen);
    return { ...table, lines: await this.checkPictures(table.lines) };
  }

  /** Adds a problem for each picture that media does not know. */
  private async checkPictures(lines: CheckedLine[]): Promise<CheckedLine[]> {
    const names = new Set(lines.filter(({ problems }) => problems.length === 0).flatMap(pictureNames));
    const known = new Set<string>();
    const unchecked = [...names];
    for (let from = 0; from < unchecked.length; from += MAX_NAMES) {
      const batch = await this.bus.call('media.known-pictures', { names: unchecked.slice(from, from + MAX_NAMES) });
      for (const name of batch.known) known.add(name);
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

/** Returns the names of uploaded pictures. A check also meets file names, which are not uploaded yet. */
const pictureNames = ({ body }: CheckedLine): string[] =>
  (body.imageUrls ?? []).filter(isObjectPath).map((path) => path.slice(OBJECTS.length));

const keyOf = (importId: string, file: Buffer): ImportKey => ({
  importId,
  fingerprint: hash('sha256', file),
});

/** Sets times that keep the file's order in newest-first lists. Throws BAD_REQUEST if the message is too large. */
const toImported = (lines: CheckedLine[], importId: string): ImportedGeode[] => {
  const now = Date.now();
  const geodes = lines.map(({ line, body }, index): ImportedGeode => ({
    ...body,
    id: uuidv5(String(line), importId),
    origin: 'owner',
    createdAt: new Date(now - index).toISOString(),
  }));
  if (Buffer.byteLength(JSON.stringify(geodes)) > MAX_MESSAGE_BYTES)
    throw unreadable('There is too much text in this file for one import. Please split it.');
  return geodes;
};
