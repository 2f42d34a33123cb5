import type { ImportCheck } from '@geodes/contracts';
import { addFiles, checkNotes, checkText, firstPerName, leaveOutProblems, newImportKey } from './import-check.js';

const file = (name: string, type = '') => new File([name], name, { type });
const csv = file('geodes.csv', 'text/csv');
const front = file('Front.jpg', 'image/jpeg');
const back = file('back.png', 'image/png');
const names = (files: readonly File[] = []) => files.map(({ name }) => name);

describe('the files of an import', () => {
  it('are one CSV file and its pictures, chosen together or one by one', () => {
    expect(addFiles({ pictures: [] }, [front, csv, back])).toEqual({ csv, pictures: [front, back] });
    const first = addFiles({ pictures: [] }, [front, back])!;
    expect(first.csv).toBeUndefined();
    expect(addFiles(first, [csv])).toEqual({ csv, pictures: [front, back] });
  });

  it('replace the CSV file, and a picture of the same name', () => {
    const corrected = file('geodes 2.CSV', 'application/vnd.ms-excel');
    const newFront = file('front.JPG', 'image/jpeg');
    const files = addFiles({ csv, pictures: [front, back] }, [corrected, newFront])!;
    expect(files.csv).toBe(corrected);
    expect(names(files.pictures)).toEqual(['back.png', 'front.JPG']);
  });

  it('keep pictures of the same name that were chosen together, and files of other types, so that the check reports them', () => {
    const other = file('FRONT.jpg', 'image/jpeg');
    const files = addFiles({ pictures: [] }, [csv, front, other, file('Thumbs.db')])!;
    expect(names(files.pictures)).toEqual(['Front.jpg', 'FRONT.jpg', 'Thumbs.db']);
  });

  it('accept a single file of any type as the CSV file, but not two CSV files', () => {
    const workbook = file('geodes.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(addFiles({ pictures: [] }, [workbook, front])?.csv).toBe(workbook);
    expect(addFiles({ pictures: [] }, [csv, file('other.csv')])).toBeNull();
  });

  it('lose the pictures with a reported problem', () =>
    expect(leaveOutProblems([front, back], [{ name: 'front.jpg', reason: '' }])).toEqual([back]));
});

it('reports the first problem of each picture', () =>
  expect(
    firstPerName([
      { name: 'a.txt', reason: 'Only images can be uploaded.' },
      { name: 'b.jpg', reason: 'unused' },
      { name: 'A.txt', reason: 'unused' },
    ]),
  ).toEqual([
    { name: 'a.txt', reason: 'Only images can be uploaded.' },
    { name: 'b.jpg', reason: 'unused' },
  ]));

describe('the key of an import in a browser without crypto.randomUUID', () => {
  beforeEach(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true }));
  afterEach(() => Reflect.deleteProperty(crypto, 'randomUUID'));

  it('is a new UUID too', () => {
    expect(newImportKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newImportKey()).not.toBe(newImportKey());
  });
});

const geode = (line: number) => ({ line, title: 'Evening', price: '10.00', quantity: 1, pictures: 1 });
const problem = (line: number) => ({ line, column: 'Price', reason: 'Price must be below $1,000,000.' });
const picture = { name: 'a.jpg', reason: 'No line of the file names this picture.' };
const check = (change: Partial<ImportCheck> = {}): ImportCheck => ({
  geodes: [geode(2)],
  problems: [],
  pictureProblems: [],
  leftOut: [],
  unknown: [],
  importedAt: null,
  ...change,
});

describe('import texts', () => {
  it.each([
    [check(), 0, '1 geode can be added. Nothing is changed yet.'],
    [check({ geodes: [geode(2), geode(3)] }), 1, '2 geodes with 1 picture can be added. Nothing is changed yet.'],
    [check({ problems: [problem(3)] }), 0, 'Nothing can be added yet: 1 line does not fit.'],
    [check({ pictureProblems: [picture] }), 3, 'Nothing can be added yet: 1 picture does not fit.'],
    [
      check({ problems: [problem(4), problem(4), problem(5)], pictureProblems: [picture] }),
      3,
      'Nothing can be added yet: 2 lines and 1 picture do not fit.',
    ],
  ])('say how many geodes can be added, or what does not fit', (checked, pictures, text) =>
    expect(checkText(checked, pictures)).toBe(text),
  );

  it('name the ignored columns, and say when the file was imported before', () => {
    expect(checkNotes(check())).toEqual([]);
    const notes = checkNotes(
      check({ unknown: ['Colour', 'Weight'], leftOut: ['Id'], importedAt: '2026-11-21T12:00:00Z' }),
    );
    expect(notes[0]).toMatch(/^This file was imported on Nov 21, 2026.* once more\.$/);
    expect(notes.slice(1)).toEqual([
      'Columns that the shop does not know are left out: Colour, Weight.',
      'Columns that the shop decides itself are left out: Id.',
    ]);
  });
});
