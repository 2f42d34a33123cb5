import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { CATEGORIES, CreateGeodeBody, type LineProblem, TIERS } from '@geodes/contracts';
import { reasonOf } from '@geodes/kit';
import { type ChosenPictures, picturesOf } from './chosen-pictures.js';
import { fieldColumns, type GeodeField } from './geode-columns.js';
import { geodeRules, type Verdict } from './geode-rules.js';

/** The geode of a line and its problems; without problems it can be added. */
export interface CheckedLine {
  line: number;
  body: CreateGeodeBody;
  problems: LineProblem[];
}

/** The cell of each field; empty if the line has none. */
export type Cells = Record<GeodeField, string>;

const YES = ['yes', 'true', '1', 'x'];
const NO = ['no', 'false', '0', ''];

const toSlug = (cell: string): string => cell.trim().toLowerCase().replaceAll(/\s+/g, '-');

const rulesWith = (chosen: ChosenPictures): Record<GeodeField, (cell: string) => Verdict> => ({
  ...geodeRules,
  tier: (cell) => isOneOf(TIERS, cell.trim().toUpperCase()) || 'Tier must be S, A, B, C or empty.',
  category: (cell) =>
    cell.trim() === '' || isOneOf(CATEGORIES, toSlug(cell)) || 'Category must be individual, gift-box or mystery-pack.',
  isFeatured: (cell) => [...YES, ...NO].includes(toSlug(cell)) || 'Featured must be yes or no.',
  imageUrls: (cell) => {
    const pictures = picturesOf(cell);
    return pictures.flatMap((picture) => chosen.problemOf(picture) ?? []).join(' ') || geodeRules.pictures(pictures);
  },
});

const isOneOf = (choices: readonly string[], value: string): boolean => choices.includes(value);

/** Returns the body that the owner's form would send. */
const toBody = (cells: Cells, chosen: ChosenPictures): CreateGeodeBody => {
  const imageUrls = [...new Set(picturesOf(cells.imageUrls).map((picture) => chosen.resolve(picture)))];
  return plainToInstance(CreateGeodeBody, {
    title: cells.title,
    description: cells.description,
    price: (Math.round(Number(cells.price) * 100) / 100).toFixed(2),
    quantity: Number(cells.quantity),
    size: cells.size,
    location: cells.location,
    crystalType: cells.crystalType,
    tier: cells.tier.trim().toUpperCase(),
    category: toSlug(cells.category) || 'individual',
    isFeatured: YES.includes(toSlug(cells.isFeatured)),
    imageUrl: imageUrls[0] ?? '',
    imageUrls,
  });
};

/** Checks a line by the rules of the owner's form, then as the API would check the form's request. */
export const validateRow = (line: number, cells: Cells, chosen: ChosenPictures): CheckedLine => {
  const body = toBody(cells, chosen);
  const rules = rulesWith(chosen);
  const problems = fieldColumns.flatMap(({ field, header: column }) => {
    const verdict = rules[field](cells[field]);
    return verdict === true ? [] : [{ line, column, reason: verdict }];
  });
  return { line, body, problems: problems.length > 0 ? problems : bodyProblems(line, body) };
};

const bodyProblems = (line: number, body: CreateGeodeBody): LineProblem[] =>
  validateSync(body).map((error) => ({
    line,
    column: fieldColumns.find(({ field }) => field === error.property)?.header ?? 'Pictures',
    reason: reasonOf(error) ?? 'This is not taken.',
  }));
