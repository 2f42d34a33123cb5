import { type ChosenPicture, cutText, type PictureProblem } from '@geodes/contracts';
import { isPicturePath } from '../media/picture-request.js';
import { unreadable } from './read-table.js';

const OBJECTS = '/objects/';
const MAX_NAME_LENGTH = 255;
const MAX_SHOWN_LENGTH = 80;

/** Separates the pictures of a cell. File names may contain spaces, so those separate only after an extension. */
const SEPARATOR = /[,;|\n]|(?<=\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|bmp))\s|\s(?=\/objects\/)/i;

/** Normalises a file name for comparison: case is ignored, and macOS encodes `é` as two code points. */
const normalise = (name: string): string => name.normalize('NFC').toLowerCase();
const shorten = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${cutText(text, MAX_SHOWN_LENGTH)}…` : text;

/** Splits a cell into object paths and file names, each once. */
export const picturesOf = (cell: string): string[] => {
  const pictures = cell.split(SEPARATOR).map((picture) => picture.trim());
  return [...new Set(pictures.filter((picture) => picture !== ''))];
};

export const isObjectPath = (path: string): boolean =>
  path.startsWith(OBJECTS) && isPicturePath(path.slice(OBJECTS.length));

/** The pictures chosen together with a CSV file, by file name. */
export class ChosenPictures {
  private readonly byName: ReadonlyMap<string, ChosenPicture[]>;
  private readonly usedNames = new Set<string>();

  constructor(private readonly pictures: readonly ChosenPicture[] = []) {
    this.byName = Map.groupBy(pictures, ({ name }) => normalise(name));
  }

  /** Returns the object path of a picture, or its file name if it is not uploaded yet. */
  resolve(picture: string): string {
    const name = normalise(picture);
    this.usedNames.add(name);
    return this.byName.get(name)?.[0]?.path ?? picture;
  }

  /** Returns what is wrong with a picture of a cell. */
  problemOf(picture: string): string | undefined {
    if (isObjectPath(picture)) return undefined;
    if (/[/\\]/.test(picture))
      return `${shorten(picture)} is not the address of a picture of this shop, such as /objects/name.webp.`;
    const found = this.byName.get(normalise(picture)) ?? [];
    if (found.length === 0) return `There is no picture ${shorten(picture)} among the chosen files.`;
    return found.length > 1 ? `Two of the chosen files are called ${shorten(picture)}.` : undefined;
  }

  /** Returns problems of the chosen pictures. Call it after `resolve` ran for every line. */
  problems(): PictureProblem[] {
    return [...this.byName].flatMap(([key, [first, ...others]]) => {
      if (!first) return [];
      const { name } = first;
      if (others.length > 0) return [{ name, reason: 'Several of the chosen files have this name.' }];
      return this.usedNames.has(key) ? [] : [{ name, reason: 'No line of the file names this picture.' }];
    });
  }

  areUploaded(): boolean {
    return this.pictures.every(({ path }) => path !== undefined);
  }
}

/** Parses the form field `pictures`. Throws BAD_REQUEST. */
export const parseChosenPictures = (field: string | undefined): ChosenPictures => {
  if (field === undefined) return new ChosenPictures();
  const pictures = parseJson(field);
  if (Array.isArray(pictures) && pictures.every(isChosenPicture)) return new ChosenPictures(pictures);
  throw unreadable('The names of the pictures cannot be read. Please reload the page and try again.');
};

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const isChosenPicture = (value: unknown): value is ChosenPicture => {
  const { name, path } = (value ?? {}) as Record<string, unknown>;
  const isName = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_LENGTH;
  return isName && (path === undefined || (typeof path === 'string' && isObjectPath(path)));
};
