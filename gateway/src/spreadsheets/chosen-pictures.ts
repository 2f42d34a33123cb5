import type { ChosenPicture, PictureProblem } from '@geodes/contracts';
import { isPicturePath } from '../media/picture-request.js';
import { unreadable } from './file-text.js';

const OBJECTS = '/objects/';
const MAX_NAME = 255;
const SHOWN = 80;

/** Between the pictures of a cell. Names of files may have blanks: one separates behind the end of a name only. */
const BETWEEN = /[,;|\n]|(?<=\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|bmp))\s|\s(?=\/objects\/)/i;

/** File names are compared without case; macOS spells `é` with two characters. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The pictures of a cell: object paths and names of files. */
export const picturesOf = (cell: string): string[] => {
  const pictures = cell.split(BETWEEN).map((picture) => picture.trim());
  return [...new Set(pictures.filter((picture) => picture !== ''))];
};

export const isPictureAddress = (address: string): boolean =>
  address.startsWith(OBJECTS) && isPicturePath(address.slice(OBJECTS.length));

/** The pictures that were chosen with a file of geodes, found by the names of their files. */
export class ChosenPictures {
  private readonly byName: ReadonlyMap<string, ChosenPicture[]>;
  private readonly named = new Set<string>();

  constructor(private readonly pictures: readonly ChosenPicture[] = []) {
    this.byName = Map.groupBy(pictures, ({ name }) => folded(name));
  }

  /** The object path of what a cell names, or the name itself if that is not uploaded yet. */
  resolve(picture: string): string {
    const name = folded(picture);
    this.named.add(name);
    return this.byName.get(name)?.[0]?.path ?? picture;
  }

  /** What is wrong with what a cell names, in words. */
  problemOf(picture: string): string | undefined {
    if (isPictureAddress(picture)) return undefined;
    if (/[/\\]/.test(picture))
      return `${cut(picture)} is not the address of a picture of this shop, such as /objects/name.webp.`;
    const found = this.byName.get(folded(picture)) ?? [];
    if (found.length === 0) return `There is no picture ${cut(picture)} among the chosen files.`;
    return found.length > 1 ? `Two of the chosen files are called ${cut(picture)}.` : undefined;
  }

  /** What is wrong with the chosen pictures once every line was resolved. */
  problems(): PictureProblem[] {
    return [...this.byName].flatMap(([key, [first, ...others]]) => {
      if (!first) return [];
      const { name } = first;
      if (others.length > 0) return [{ name, reason: 'Several of the chosen files have this name.' }];
      return this.named.has(key) ? [] : [{ name, reason: 'No line of the file names this picture.' }];
    });
  }

  areUploaded(): boolean {
    return this.pictures.every(({ path }) => path !== undefined);
  }
}

/** Reads the field `pictures`. Throws BAD_REQUEST. */
export const chosenPictures = (field: string | undefined): ChosenPictures => {
  if (field === undefined) return new ChosenPictures();
  const pictures = parsed(field);
  if (Array.isArray(pictures) && pictures.every(isChosenPicture)) return new ChosenPictures(pictures);
  throw unreadable('The names of the pictures cannot be read. Please reload the page and try again.');
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const isChosenPicture = (value: unknown): value is ChosenPicture => {
  const { name, path } = (value ?? {}) as Record<string, unknown>;
  const isName = typeof name === 'string' && name !== '' && name.length <= MAX_NAME;
  return isName && (path === undefined || (typeof path === 'string' && isPictureAddress(path)));
};
