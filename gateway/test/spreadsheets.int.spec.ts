import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import type { AdminOrder, ChosenPicture, ExportQuery, ImportCheck, ImportGeodes } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';
import { adminOrder, KNOWN } from './fake-services.js';

const PAGE = 100;
/** Orders of twenty geodes with long titles: a file of some 250 MB. */
const MANY = 60_000;
const LONG_TITLE = 'Evening amethyst '.repeat(11);
/** Of this test too: it reads the file, and plays the orders service. */
const MAX_MB = 180;
/** How much is read until what nobody holds any more is seen to, bytes. */
const COLLECT_EVERY_BYTES = 16 * 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let asked: ExportQuery[] = [];
/** What the faked orders service answers. */
let answer: (query: ExportQuery) => { rows: AdminOrder[]; next: ExportQuery['after'] };
let imported: ImportGeodes[] = [];
let earlier: { created: number | null; importedAt: string | null };

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway(
    { RATE_LIMIT: 'off' },
    {
      'orders.export': (query) => {
        asked.push(query);
        return answer(query);
      },
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
  asked = [];
  imported = [];
  earlier = { created: null, importedAt: null };
  answer = () => ({ rows: [adminOrder()], next: null });
});

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
/** Orders without end, or up to `last`. */
const endless =
  (last = Number.POSITIVE_INFINITY, items: AdminOrder['items'] = []) =>
  ({ after }: ExportQuery) => {
    const from = after ? Number(after.id.slice(-12)) + 1 : 0;
    const count = Math.min(PAGE, last - from);
    const rows = Array.from({ length: count }, (_, index) => adminOrder({ id: idOf(from + index), items }));
    const end = rows.at(-1);
    return { rows, next: end && from + count < last ? { createdAt: end.createdAt, id: end.id } : null };
  };
const get = (path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
/** The slot of an export is free again a moment after its end. */
const whenFree = async <T>(work: () => Promise<T & { status: number }>): Promise<T & { status: number }> => {
  for (let tries = 0; ; tries += 1) {
    const reply = await work();
    if (reply.status !== 429 || tries === 100) return reply;
    await pause(50);
  }
};

/** How often the orders service was asked, once it is asked no more. */
const settled = async (): Promise<number> => {
  for (let tries = 0, known = -1; tries < 100 && known !== asked.length; tries += 1) {
    known = asked.length;
    await pause(300);
  }
  return asked.length;
};

describe('an export', () => {
  it('is a file of every order with a name and a date, never cached, and its cells are harmless', async () => {
    const order = adminOrder({ customerName: '=HYPERLINK("x")', customerPhone: '+1 319 555 0142' });
    answer = () => ({ rows: [order], next: null });
    const reply = await get('/api/admin/orders.csv');
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="midwest-geodes-orders-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const [row] = parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      Order: order.orderNumber,
      'Placed (UTC)': '2026-01-01 00:00:00',
      Status: 'paid',
      Customer: `'=HYPERLINK("x")`,
      Email: 'sam@example.com',
      Phone: "'+1 319 555 0142",
      Total: '129.00',
      Refunded: '0.00',
    });
  });

  it('of the inventory has what an import takes', async () => {
    const reply = await whenFree(() => get('/api/admin/geodes.csv'));
    const rows = parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ Title }) => Title)).toEqual([KNOWN.title, 'Sold Stone']);
    expect(rows[0]).toMatchObject({ Price: KNOWN.price, Pictures: KNOWN.imageUrls.join(' '), Status: 'available' });
  });

  it('is asked about with HEAD, which begins nothing', async () => {
    const reply = await whenFree(() => get('/api/admin/orders.csv', { method: 'HEAD' }));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(asked).toEqual([{ after: null }]);
    expect((await get('/api/admin/orders.csv')).status).toBe(200);
  });

  it('does not begin where the first page or the refunds cannot be had', async () => {
    answer = () => {
      throw new AppError('UNAVAILABLE', 'away');
    };
    const reply = await whenFree(() => get('/api/admin/orders.csv'));
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([503, null]);
    expect(((await reply.json()) as { code: string }).code).toBe('UNAVAILABLE');
  });

  it.each([{}, { 'accept-encoding': 'gzip' }])('that breaks off is no whole file (%j)', async (headers) => {
    answer = (query) => {
      if (asked.length > 20) throw new AppError('INTERNAL', 'broken');
      return endless()(query);
    };
    const reply = await whenFree(() => get('/api/admin/orders.csv', { headers }));
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  it('runs once a session, and ends when the browser goes', async () => {
    answer = endless();
    const leaving = new AbortController();
    const init = { signal: leaving.signal, headers: { 'accept-encoding': 'identity' } };
    const reply = await whenFree(() => get('/api/admin/orders.csv', init));
    await reply.body!.getReader().read();
    const other = await get('/api/admin/geodes.csv');
    expect([other.status, Number(other.headers.get('retry-after'))]).toEqual([429, 10]);
    expect((await other.json()) as object).toMatchObject({
      message: expect.stringContaining('still running') as string,
    });
    // nobody reads on: soon the shop is not asked on either
    expect(await settled()).toBeLessThan(5_000);
    leaving.abort();
    expect((await whenFree(() => get('/api/admin/geodes.csv'))).status).toBe(200);
    const after = asked.length;
    expect(await settled()).toBe(after);
  });

  it('is streamed: the memory of the gateway stays bounded, however long it is', async () => {
    const bought = { title: LONG_TITLE, imageUrl: '', size: '3', location: 'Keokuk, Iowa', crystalType: 'Quartz' };
    const items = Array.from({ length: 20 }, (_, item) => {
      const id = idOf(item);
      return { id, geode: { ...bought, id }, quantity: 1, price: 10_000 };
    });
    answer = endless(MANY, items);
    const residentMb = () => process.memoryUsage.rss() / 1024 / 1024;
    collectGarbage();
    const before = residentMb();
    let collectedAt = 0;
    let peak = before;
    let bytes = 0;
    let lines = 0;
    const start = performance.now();
    const reply = await whenFree(() => get('/api/admin/orders.csv', { headers: { 'accept-encoding': 'identity' } }));
    expect(reply.status).toBe(200);
    for await (const chunk of reply.body!) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (bytes - collectedAt > COLLECT_EVERY_BYTES) {
        collectGarbage();
        collectedAt = bytes;
      }
      peak = Math.max(peak, residentMb());
      // the stand-in remembers every question
      asked.length = 0;
      gateway.services.asked.length = 0;
    }
    const seconds = (performance.now() - start) / 1_000;
    process.stderr.write(
      `an export of ${MANY} orders: ${Math.round(bytes / 1024 / 1024)} MB in ${Math.round(seconds)} s, ` +
        `${Math.round(peak - before)} MB more memory than before at the peak\n`,
    );
    expect(lines).toBe(MANY + 1);
    expect(bytes / 1024 / 1024).toBeGreaterThan(MAX_MB);
    expect(peak - before).toBeLessThan(MAX_MB);
  }, 600_000);
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
  if (content !== null) form.append('file', new Blob([content]), 'geodes.csv');
  else form.append('other', 'x');
  return gateway.call(`/api/admin/geodes/import${path}`, {
    method: 'POST',
    raw: form,
    cookie,
    headers: { origin: PUBLIC_ORIGIN, ...(key ? { 'idempotency-key': key } : {}) },
  });
};

describe('an import', () => {
  it('is tried first: it tells what is wrong and what would be added, and changes nothing', async () => {
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

  it('adds all lines under ids that follow from its key, in the order of the file', async () => {
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

  it('that was carried out responds what it did, though the file would be refused now', async () => {
    earlier = { created: 2, importedAt: '2026-01-01T00:00:00.000Z' };
    expect((await send('', file(line('Bad', '')))).json()).toEqual({ created: 2 });
    expect(imported).toEqual([]);
  });

  it('adds nothing if anything is wrong with one line, such as a geode without a picture', async () => {
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

  it('with pictures is tried by their names, and reports each line and picture that does not fit', async () => {
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

  it('with pictures adds the geodes with the paths of the uploaded ones, the main one first', async () => {
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

  it('adds nothing while a picture is not uploaded, not in the shop or not named by a line', async () => {
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

  it('says so if the names of the pictures are too many or cannot be read', async () => {
    const tooMany = await send('/check', file(line('x')), undefined, 'x'.repeat(1024 * 1024 + 1));
    expect([tooMany.status, tooMany.json().message]).toEqual([
      400,
      'There are too many pictures for one import. Please split it.',
    ]);
    expect((await send('/check', file(line('x')), undefined, '{}')).status).toBe(400);
  });

  it.each<[string, string | Buffer | null, number, RegExp]>([
    ['no file', null, 400, /Please choose a CSV file/],
    ['an empty file', '', 400, /The file is empty/],
    ['a file over 1 MB', Buffer.alloc(1024 * 1024 + 1, 97), 413, /smaller than 1 MB/],
    ['letters of Windows', Buffer.from('Title\nG\xE9ode', 'latin1'), 400, /not UTF-8/],
    ['a missing column', 'Title\nx', 400, /are missing/],
  ])('says what is wrong with %s', async (_name, content, status, words) => {
    const reply = await send('/check', content);
    expect(reply.status).toBe(status);
    expect(reply.json().message).toMatch(words);
  });

  it('is refused with more text than a message of the shop takes', async () => {
    const long = `"${'""'.repeat(2_400)}"`;
    const lines = Array.from({ length: 205 }, () => line('Long').replace('Round', long));
    const reply = await send('/check', file(...lines));
    expect([reply.status, reply.json().message]).toEqual([400, expect.stringMatching(/too much text.*split/)]);
  });

  it('wants a key', async () => {
    expect((await send('/check', file(line('x')), null)).status).toBe(400);
    expect((await send('/check', file(line('x')), 'no-uuid')).status).toBe(400);
  });

  it('has a sample that is taken as it is', async () => {
    const reply = await gateway.call('/api/admin/geodes/import/sample.csv', { cookie });
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="midwest-geodes-sample.csv"',
    ]);
    const { geodes, problems } = (await send('/check', reply.text)).json<ImportCheck>();
    expect([geodes.length, problems]).toEqual([2, []]);
  });
});
