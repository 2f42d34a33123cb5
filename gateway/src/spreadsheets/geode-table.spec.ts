import { text } from 'node:stream/consumers';
import { AppError } from '@geodes/kit';
import { KNOWN } from '../../test/fake-services.js';
import { toCsv } from './csv.js';
import { geodeColumns } from './geode-columns.js';
import { checkTable } from './geode-table.js';
import { decodeFile, readTable } from './read-table.js';

const PICTURE = '/objects/0123456789abcdef0123456789abcdef.webp';
const HEADER =
  'Title,Description,Price,Quantity,Size,Location,Crystal type,Tier,Category,Featured,Draft,On sale from,Pictures';
const LINE = `Evening,A round one,129,1,4 inches,"Keokuk, Iowa",Quartz,A,individual,no,no,,${PICTURE}`;

const checked = (...lines: string[]) => checkTable(readTable(decodeFile(Buffer.from(lines.join('\n'))), 'geodes'));
const problems = async (...lines: string[]) =>
  (await checked(...lines)).lines.flatMap(({ problems }) => problems.map((one) => [one.line, one.column, one.reason]));
/** Returns the message of a file that is refused as a whole. */
const refusal = async (file: string | Buffer): Promise<string> => {
  try {
    await checkTable(readTable(decodeFile(Buffer.from(file)), 'geodes'));
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return error.message;
    throw error;
  }
  return '';
};

describe('a file of geodes', () => {
  it('becomes the body that the form would send', async () => {
    const { lines } = await checked(HEADER, LINE);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toEqual({
      line: 2,
      problems: [],
      body: {
        title: 'Evening',
        description: 'A round one',
        price: '129.00',
        quantity: 1,
        size: '4 inches',
        location: 'Keokuk, Iowa',
        crystalType: 'Quartz',
        tier: 'A',
        category: 'individual',
        isFeatured: false,
        isDraft: false,
        availableFrom: null,
        imageUrl: PICTURE,
        imageUrls: [PICTURE],
      },
    });
  });

  it('may be an edited export, whose escaped cells are restored', async () => {
    const geode = {
      ...KNOWN,
      title: '=1+1',
      description: '- one\n- "two", three',
      imageUrls: [PICTURE, PICTURE.replace('0', '1')],
      tier: '' as const,
      isFeatured: true,
      isDraft: true,
      availableFrom: '2026-11-28T00:00:59.999Z',
    };
    const file = await text(toCsv(geodeColumns, [geode]));
    const { lines, leftOut, unknown } = await checkTable(readTable(decodeFile(Buffer.from(`\uFEFF${file}`)), 'geodes'));
    expect(lines[0]!.problems).toEqual([]);
    const { title, description, price, size, location, crystalType, quantity, imageUrls } = geode;
    const { isFeatured, isDraft, availableFrom } = geode;
    expect(lines[0]!.body).toMatchObject({ title, description, price, size, location, crystalType, quantity });
    expect(lines[0]!.body).toMatchObject({ imageUrls, isFeatured, isDraft, availableFrom, tier: '' });
    expect(leftOut).toEqual(['Status', 'Sold', 'Added (UTC)', 'Changed (UTC)', 'Id']);
    expect(unknown).toEqual([]);
  });

  it('may have semicolons or tabs, other spellings of the column names, blank lines and Windows line ends', async () => {
    const withDelimiter = (delimiter: string) =>
      [HEADER, LINE.replace('"Keokuk, Iowa"', 'Keokuk')].join('\r\n').replaceAll(',', delimiter);
    for (const file of [withDelimiter(';'), withDelimiter('\t'), `\n\r\n${withDelimiter(';')}\r\n;;;\r\n`])
      expect((await checked(file)).lines.map(({ problems }) => problems)).toEqual([[]]);
    expect(
      await problems(HEADER.replace('Crystal type', 'CRYSTAL_TYPE').replace('Pictures', 'imageUrls'), LINE),
    ).toEqual([]);
  });

  it("reports the form's messages at the line where the geode begins", async () => {
    const bad = ' ,"two\nlines",-3,1.5,,,,X,boulder,perhaps,maybe,tomorrow,';
    expect(await problems(HEADER, LINE.replace('A round one', '"a\nround\none"'), bad)).toEqual([
      [5, 'Title', 'Title is required.'],
      [5, 'Price', 'Price must be a valid positive number.'],
      [5, 'Quantity', 'Quantity must be a whole number.'],
      [5, 'Size', 'Size is required.'],
      [5, 'Location', 'Location is required.'],
      [5, 'Crystal type', 'Crystal type is required.'],
      [5, 'Tier', 'Tier must be S, A, B, C or empty.'],
      [5, 'Category', 'Category must be individual, gift-box or mystery-pack.'],
      [5, 'Featured', 'Featured must be yes or no.'],
      [5, 'Draft', 'Draft must be yes or no.'],
      [5, 'On sale from', 'On sale from must be a moment such as 2026-11-27T18:00:00-06:00.'],
      [5, 'Pictures', 'Please upload an image for the geode.'],
    ]);
  });

  it.each([
    ['129', '', 'Price is required and must be a valid positive number.'],
    ['129', '$129', 'Price must be a valid positive number.'],
    ['129', '0x10', 'Price must be a valid positive number.'],
    ['129', '1.234', 'Price must have at most 2 decimals.'],
    ['129', '1000000', 'Price must be below $1,000,000.'],
    [',1,4 inches', ',,4 inches', 'Quantity is required and must be 1 or more.'],
    [',1,4 inches', ',0,4 inches', 'Quantity must be 1 or more.'],
    [',1,4 inches', ',10001,4 inches', 'Quantity must be 10,000 or less.'],
    ['Evening', 'x'.repeat(201), 'Title must have at most 200 letters.'],
    ['A round one', 'x'.repeat(5001), 'Description must have at most 5,000 letters.'],
    ['Quartz', 'x'.repeat(101), 'Crystal type must have at most 100 letters.'],
    ['no,no,,', 'no,no,2026-11-27 18:00,', 'On sale from must be a moment such as 2026-11-27T18:00:00-06:00.'],
    ['no,no,,', 'no,no,2026-11-27T18:00:00,', 'On sale from must be a moment such as 2026-11-27T18:00:00-06:00.'],
    ['no,no,,', 'no,no,2026-02-30T18:00:00Z,', 'Please give a moment such as 2026-11-21T09:30:00.000Z.'],
    [
      PICTURE,
      'http://x.example/a.jpg',
      'http://x.example/a.jpg is not the address of a picture of this shop, such as /objects/name.webp.',
    ],
    [
      PICTURE,
      '/objects/../a',
      '/objects/../a is not the address of a picture of this shop, such as /objects/name.webp.',
    ],
    [PICTURE, Array.from({ length: 21 }, (_, n) => `/objects/${n}`).join(' '), 'There can be 20 pictures at most.'],
  ])('refuses a line in which %j is replaced by %j', async (from, to, message) =>
    expect((await problems(HEADER, LINE.replace(from, to))).map(([, , reason]) => reason)).toEqual([message]),
  );

  it('may have columns in any order, and reports unknown ones', async () => {
    const { lines, unknown } = await checked(`Colour,${HEADER},Weight`, `red,${LINE},3`);
    expect(unknown).toEqual(['Colour', 'Weight']);
    expect(lines[0]).toMatchObject({ problems: [], body: { title: 'Evening' } });
  });

  it('refuses a line with more cells than the header, and reports missing cells of a short one', async () => {
    expect(await problems(HEADER, `${LINE},more`)).toEqual([
      [2, '', expect.stringMatching(/more cells than the header/)],
    ]);
    expect(await problems(HEADER, `${LINE},`)).toEqual([]);
    expect((await problems(HEADER, 'Evening,A round one')).map(([, column]) => column)).toContain('Pictures');
  });
});

describe('an unreadable file', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /^The file is empty\.$/],
    ['blanks', ' \n\n', /^The file is empty\.$/],
    ['a byte order mark alone', '\uFEFF', /^The file is empty\.$/],
    ['a header alone', HEADER, /a header, but no geodes/],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 9]), /This is a workbook/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 9]), /This is a workbook/],
    ['UTF-16', Buffer.from('\uFEFFTitle,Price', 'utf16le'), /not UTF-8.*CSV UTF-8/],
    ['Windows-1252', Buffer.from(`${HEADER}\nG\xE9ode`, 'latin1'), /not UTF-8.*CSV UTF-8/],
    ['bytes', Buffer.from('a\0b'), /not a CSV file/],
    [
      'no header',
      `${LINE}\n${LINE}`,
      /must name the columns; the columns Title, Description, .*and Pictures are missing/,
    ],
    ['one column less', `${HEADER.replace('Price,', '')}\n${LINE}`, /the column Price is missing/],
    ['a column twice', `${HEADER},title\n${LINE}`, /The column title is there twice/],
    ['a quotation mark that is not closed', `${HEADER}\n"${LINE}`, /quotation mark/],
    ['a quotation mark by itself', `${HEADER}\n${LINE.replace('Evening', '4" Evening')}`, /In line 2 a quotation mark/],
    ['too many columns', `${HEADER}${',x'.repeat(40)}\n${LINE}`, /more than 50 columns/],
    ['a line too long', `${HEADER}\n${LINE.replace('round', 'x'.repeat(70_000))}`, /In line 2 there is too much text/],
    ['too many lines', [HEADER, ...Array<string>(1_001).fill(LINE)].join('\n'), /more than 1,000 geodes/],
  ])('is refused with a message: %s', async (_name, file, message) => expect(await refusal(file)).toMatch(message));

  it('may have 1,000 lines', async () =>
    expect((await checked(HEADER, ...Array<string>(1_000).fill(LINE))).lines).toHaveLength(1_000));
});
