import { randomUUID } from 'node:crypto';
import type { ChosenPicture, ImportCheck, ImportGeodes } from '@geodes/contracts';
import { type GatewayUnderTest, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

let imported: ImportGeodes[] = [];
let earlier: { created: number | null; importedAt: string | null };
let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway(
    { RATE_LIMIT: 'off' },
    {
      'catalog.past-import': () => earlier,
      'catalog.import-geodes': (command) => {
        imported.push(command);
        return { created: command.geodes.length };
      },
    },
  );
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  imported = [];
  earlier = { created: null, importedAt: null };
});

const PICTURE = '/objects/0123456789abcdef0123456789abcdef.webp';
const HEADER = 'Title,Description,Price,Quantity,Size,Location,Crystal type,Pictures';
const line = (title: string, picture = PICTURE, price = '10') =>
  `${title},Round,${price},1,4 inches,Keokuk,Quartz,${picture}`;
const file = (...lines: string[]) => [HEADER, ...lines].join('\n');

const send = (
  path: string,
  content: string | Buffer | null,
  key: string | null = randomUUID(),
  pictures?: ChosenPicture[] | string,
) => {
  const form = new FormData();
  if (pictures) form.append('pictures', typeof pictures === 'string' ? pictures : JSON.stringify(pictures));
  if (content !== null)
    form.append('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), 'geodes.csv');
  else form.append('other', 'x');
  return gateway.call(`/api/admin/geodes/import${path}`, {
    method: 'POST',
    raw: form,
    cookie,
    headers: { origin: PUBLIC_ORIGIN, ...(key ? { 'idempotency-key': key } : {}) },
  });
};

describe('an import', () => {
  it('is checked first: problems and new geodes are listed, and nothing changes', async () => {
    const strange = '/objects/ffffffffffffffffffffffffffffffff.webp';
    const reply = await send('/check', file(line('Good'), line('Bad', strange), line('Dear', PICTURE, 'much')));
    expect(reply.status).toBe(200);
    expect(reply.json<ImportCheck>()).toEqual({
      geodes: [{ line: 2, title: 'Good', price: '10.00', quantity: 1, pictures: 1 }],
      problems: [
        { line: 3, column: 'Pictures', reason: `There is no picture ${strange} in this shop.` },
        { line: 4, column: 'Price', reason: 'Price must be a valid positive number.' },
      ],
      pictureProblems: [],
      leftOut: [],
      unknown: [],
      importedAt: null,
    });
    expect(imported).toEqual([]);
  });

  it('adds all lines in the order of the file, with ids derived from its key', async () => {
    const key = randomUUID();
    const content = file(line('First'), line('Second'));
    expect((await send('', content, key)).json()).toEqual({ created: 2 });
    expect((await send('', content, key)).status).toBe(201);
    expect(imported[0]!.geodes.map(({ title, origin }) => [title, origin])).toEqual([
      ['First', 'owner'],
      ['Second', 'owner'],
    ]);
    expect(imported[0]!.geodes[0]!.createdAt > imported[0]!.geodes[1]!.createdAt).toBe(true);
    expect(imported[1]!.geodes.map(({ id }) => id)).toEqual(imported[0]!.geodes.map(({ id }) => id));
    expect(imported[0]!.key).toEqual({ importId: key, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it('returns its first result when repeated, even if the file would be refused now', async () => {
    earlier = { created: 2, importedAt: '2026-01-01T00:00:00.000Z' };
    expect((await send('', file(line('Bad', '')))).json()).toEqual({ created: 2 });
    expect(imported).toEqual([]);
  });

  it('adds nothing if one line has a problem, such as a geode without a picture', async () => {
    const reply = await send('', file(line('One'), line('Bad', '')));
    expect([reply.status, reply.json()]).toEqual([
      400,
      {
        statusCode: 400,
        code: 'BAD_REQUEST',
        message: 'Nothing was added: there is 1 problem. Please check the file again.',
        details: [{ field: 'line 3, Pictures', reason: 'Please upload an image for the geode.' }],
      },
    ]);
    expect(imported).toEqual([]);
  });

  it('with pictures is checked by their names, and reports each line and picture without a match', async () => {
    const content = file(
      line('One', '"Front 1.JPG, back.jpg"'),
      line('Two', 'missing.jpg'),
      line('Three', 'twice.png'),
    );
    const names = ['front 1.jpg', 'back.jpg', 'twice.png', 'Twice.png', 'unused.webp'];
    const reply = await send(
      '/check',
      content,
      undefined,
      names.map((name) => ({ name })),
    );
    expect(reply.json<ImportCheck>()).toMatchObject({
      geodes: [{ line: 2, title: 'One', pictures: 2 }],
      problems: [
        { line: 3, column: 'Pictures', reason: 'There is no picture missing.jpg among the chosen files.' },
        { line: 4, column: 'Pictures', reason: 'Two of the chosen files are called twice.png.' },
      ],
      pictureProblems: [
        { name: 'twice.png', reason: 'Several of the chosen files have this name.' },
        { name: 'unused.webp', reason: 'No line of the file names this picture.' },
      ],
    });
  });

  it('with pictures adds the geodes with the paths of the uploads, main picture first', async () => {
    const back = PICTURE.replace('0', '1');
    const content = file(line('One', 'FRONT.jpg back.jpg'), line('Two', `front.jpg ${PICTURE} ${back}`));
    const pictures = [
      { name: 'back.jpg', path: back },
      { name: 'front.jpg', path: PICTURE },
    ];
    expect((await send('', content, undefined, pictures)).json()).toEqual({ created: 2 });
    expect(imported[0]!.geodes.map(({ imageUrl, imageUrls }) => [imageUrl, imageUrls])).toEqual([
      [PICTURE, [PICTURE, back]],
      [PICTURE, [PICTURE, back]],
    ]);
  });

  it('adds nothing if a picture is not uploaded, unknown to media or named by no line', async () => {
    const strange = '/objects/ffffffffffffffffffffffffffffffff.webp';
    const one = file(line('One', 'front.jpg'));
    const refused = async (content: string, pictures: ChosenPicture[]) => {
      const reply = await send('', content, undefined, pictures);
      return [reply.status, reply.json().message];
    };
    expect(await refused(one, [{ name: 'front.jpg' }])).toEqual([
      400,
      'Nothing was added: not every picture is uploaded.',
    ]);
    const problem = [400, 'Nothing was added: there is 1 problem. Please check the file again.'];
    expect(await refused(one, [{ name: 'front.jpg', path: strange }])).toEqual(problem);
    expect(await refused(file(line('One')), [{ name: 'front.jpg', path: PICTURE }])).toEqual(problem);
    expect(imported).toEqual([]);
  });

  it('refuses too many or malformed picture names', async () => {
    const tooMany = await send('/check', file(line('x')), undefined, 'x'.repeat(1024 * 1024 + 1));
    expect([tooMany.status, tooMany.json().message]).toEqual([
      400,
      'There are too many pictures for one import. Please split it.',
    ]);
    expect((await send('/check', file(line('x')), undefined, '{}')).status).toBe(400);
  });

  it.each<[string, string | Buffer | null, number, RegExp]>([
    ['no file', null, 400, /Please choose a CSV file/],
    ['a file over 1 MB', Buffer.alloc(1024 * 1024 + 1, 97), 413, /smaller than 1 MB/],
    ['a missing column', 'Title\nx', 400, /are missing/],
  ])('explains what is wrong with %s', async (_name, content, status, message) => {
    const reply = await send('/check', content);
    expect(reply.status).toBe(status);
    expect(reply.json().message).toMatch(message);
  });

  it('is refused with more text than a NATS message can hold', async () => {
    const long = `"${'""'.repeat(2_400)}"`;
    const lines = Array.from({ length: 205 }, () => line('Long').replace('Round', long));
    const reply = await send('/check', file(...lines));
    expect([reply.status, reply.json().message]).toEqual([400, expect.stringMatching(/too much text.*split/)]);
  });

  it('needs an Idempotency-Key', async () => {
    expect((await send('/check', file(line('x')), null)).status).toBe(400);
    expect((await send('/check', file(line('x')), 'no-uuid')).status).toBe(400);
  });

  it('has a sample file that can be imported as it is', async () => {
    const reply = await gateway.call('/api/admin/geodes/import/sample.csv', { cookie });
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="midwest-geodes-sample.csv"',
    ]);
    const { geodes, problems } = (await send('/check', reply.text)).json<ImportCheck>();
    expect([geodes.length, problems]).toEqual([2, []]);
  });
});
