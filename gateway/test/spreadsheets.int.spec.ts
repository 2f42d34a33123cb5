import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { AdminOrder, ChosenPicture, ExportQuery, ImportCheck, ImportGeodes } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { adminOrder, KNOWN, SOLD } from './fake-services.js';
import { type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

describe('an import', () => {
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
    ['an empty file', '', 400, /The file is empty/],
    ['a file over 1 MB', Buffer.alloc(1024 * 1024 + 1, 97), 413, /smaller than 1 MB/],
    ['letters of Windows', Buffer.from('Title\nG\xE9ode', 'latin1'), 400, /not UTF-8/],
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

describe('exports', () => {
  const PAGE = 100;
  const LONG_TITLE = 'Evening amethyst '.repeat(11);
  /** A page of orders of twenty geodes has 400 KB; the sockets' buffers take a few megabytes. */
  const MAX_PAGES_AHEAD = 100;

  let asked: ExportQuery[] = [];
  /** The response of the fake orders service. */
  let answer: (query: ExportQuery) => { rows: AdminOrder[]; next: ExportQuery['after'] };

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
      },
    );
    cookie = await gateway.logIn();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    asked = [];
    answer = () => ({ rows: [adminOrder()], next: null });
  });

  const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const bought = { title: LONG_TITLE, imageUrl: '', size: '3', location: 'Keokuk, Iowa', crystalType: 'Quartz' };
  const items = Array.from({ length: 20 }, (_, index) => {
    const id = idOf(index);
    return { id, geode: { ...bought, id }, quantity: 1, price: 10_000 };
  });
  /** Returns pages of large orders without end. */
  const endless = ({ after }: ExportQuery) => {
    const from = after ? Number(after.id.slice(-12)) + 1 : 0;
    const rows = Array.from({ length: PAGE }, (_, index) => adminOrder({ id: idOf(from + index), items }));
    const end = rows.at(-1)!;
    return { rows, next: { createdAt: end.createdAt, id: end.id } };
  };
  const get = (path: string, init: RequestInit = {}) =>
    fetch(gateway.url + path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  /** Retries while the export before still holds its slot. */
  const whenFree = async <T>(work: () => Promise<T & { status: number }>): Promise<T & { status: number }> => {
    for (let tries = 0; ; tries += 1) {
      const reply = await work();
      if (reply.status !== 429 || tries === 100) return reply;
      await pause(50);
    }
  };

  /** Waits until the orders service gets no more calls; returns their number. */
  const settled = async (): Promise<number> => {
    for (let tries = 0, known = -1; tries < 100 && known !== asked.length; tries += 1) {
      known = asked.length;
      await pause(300);
    }
    return asked.length;
  };

  describe('an export of orders', () => {
    const call = (method: string, path: string, pin?: string) =>
      gateway.call(path, { method, cookie, ...(pin ? { body: { pin } } : {}) });
    const proveEarlier = async (minutes: number) => {
      for (const key of await gateway.redis.keys('gateway:session:*'))
        await gateway.redis.hset(key, 'provenAt', Date.now() - minutes * 60_000);
    };
    const statuses = async () => [
      (await call('HEAD', '/api/admin/orders.csv')).status,
      (await call('GET', '/api/admin/orders.csv')).status,
    ];

    it('needs the PIN again 15 minutes after the last, and goes on once it is entered', async () => {
      await proveEarlier(14);
      expect(await statuses()).toEqual([200, 200]);
      await proveEarlier(16);
      expect(await statuses()).toEqual([403, 403]);
      const refused = await call('GET', '/api/admin/orders.csv');
      expect(refused.json()).toMatchObject({
        code: 'PIN_REQUIRED',
        message: expect.stringMatching(/PIN again/) as string,
      });
      expect((await call('GET', '/api/admin/geodes.csv')).status).toBe(200);
      expect((await call('POST', '/api/admin/verify')).status).toBe(200);
      expect((await call('POST', '/api/admin/verify', '000000000')).status).toBe(401);
      expect(await statuses()).toEqual([403, 403]);
      expect((await call('POST', '/api/admin/verify', PIN)).status).toBe(200);
      expect(await statuses()).toEqual([200, 200]);
    });
  });

  describe('an export', () => {
    it('is a dated, uncached file of every order without formulas', async () => {
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

    it('of the inventory has the columns of an import', async () => {
      const reply = await whenFree(() => get('/api/admin/geodes.csv'));
      const rows = parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[];
      expect(rows.map(({ Title }) => Title)).toEqual([KNOWN.title, SOLD.title]);
      expect(rows[0]).toMatchObject({ Price: KNOWN.price, Pictures: KNOWN.imageUrls.join(' '), Status: 'available' });
    });

    it('is not started by HEAD', async () => {
      const reply = await whenFree(() => get('/api/admin/orders.csv', { method: 'HEAD' }));
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(asked).toEqual([{ after: null }]);
      expect((await get('/api/admin/orders.csv')).status).toBe(200);
    });

    it('does not start without the first page or the refunds', async () => {
      answer = () => {
        throw new AppError('UNAVAILABLE', 'away');
      };
      const reply = await whenFree(() => get('/api/admin/orders.csv'));
      expect([reply.status, reply.headers.get('content-disposition')]).toEqual([503, null]);
      expect(((await reply.json()) as { code: string }).code).toBe('UNAVAILABLE');
    });

    it.each<Record<string, string>>([{}, { 'accept-encoding': 'gzip' }])(
      'is cut off if a later page fails (%j)',
      async (headers) => {
        answer = (query) => {
          if (asked.length > 20) throw new AppError('INTERNAL', 'broken');
          return endless(query);
        };
        const reply = await whenFree(() => get('/api/admin/orders.csv', { headers }));
        expect(reply.status).toBe(200);
        await expect(reply.text()).rejects.toThrow();
      },
    );

    it('runs once per session, reads no further than its client, and ends when that disconnects', async () => {
      answer = endless;
      const leaving = new AbortController();
      const init = { signal: leaving.signal, headers: { 'accept-encoding': 'identity' } };
      const reply = await whenFree(() => get('/api/admin/orders.csv', init));
      await reply.body!.getReader().read();
      const other = await get('/api/admin/geodes.csv');
      expect([other.status, Number(other.headers.get('retry-after'))]).toEqual([429, 10]);
      expect((await other.json()) as object).toMatchObject({
        message: expect.stringContaining('still running') as string,
      });
      // so the memory of the gateway stays bounded
      expect(await settled()).toBeLessThan(MAX_PAGES_AHEAD);
      leaving.abort();
      expect((await whenFree(() => get('/api/admin/geodes.csv'))).status).toBe(200);
      const after = asked.length;
      expect(await settled()).toBe(after);
    });
  });
});
