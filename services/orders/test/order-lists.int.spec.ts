import { randomUUID } from 'node:crypto';
import { type AdminOrder, type ExportCursor, type ExportPage, MAX_FOUND, type OrderList } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

const MANY = 1_000;
const STATUSES = ['paid', 'pending', 'shipped', 'delivered', 'completed', 'cancelled'];

/** Inserts $1 orders that cycle through the statuses $2; every tenth is archived if its status allows it. */
const ORDERS = `
  INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
    discount_cents, total_cents, payment_attempt_id, square_payment_id, created_at, archived_at, item_titles)
  SELECT gen_random_uuid(), status, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'captured' END,
    'many-' || n || '@example.com', 'Crowd', 'Number' || n, '1 Main Street', 'Keokuk', 'IA', '52632', 0, 10000,
    gen_random_uuid(), 'square-' || n, now() - (n / 3) * interval '1 minute',
    CASE WHEN n % 10 = 0 AND status IN ('shipped', 'delivered', 'completed') THEN now() END, 'Crowded Calcite'
  FROM generate_series(1, $1::int) n, LATERAL (SELECT ($2::text[])[n % 6 + 1] AS status) s`;
const ITEMS = `
  INSERT INTO order_item (id, order_id, ordered_at, geode_id, position, before_cents, title, size, location, crystal_type,
    image_urls, quantity, price_cents)
  SELECT gen_random_uuid(), o.id, created_at, gen_random_uuid(), 0, 0, 'Crowded Calcite', '4 inches', 'Keokuk, Iowa', 'Calcite',
    '{/objects/a.webp}', 1, 10000
  FROM shop_order o WHERE NOT EXISTS (SELECT FROM order_item WHERE order_id = o.id)`;

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
  await shop.database.query(ORDERS, [MANY, STATUSES]);
  await shop.database.query(ITEMS);
});
afterAll(() => shop.stop());

const list = (query: Partial<OrderList> = {}) =>
  shop.bus.call('orders.list', { archived: false, page: 1, limit: 50, ...query });
const all = async (query: Partial<OrderList> = {}): Promise<AdminOrder[]> => {
  const orders: AdminOrder[] = [];
  for (let page = 1; ; page += 1) {
    const { orders: some, totalPages } = await list({ ...query, page, limit: 400 });
    orders.push(...some);
    if (page >= totalPages) return orders;
  }
};
const searchIds = async (search: string, query: Partial<OrderList> = {}) =>
  (await list({ search, ...query })).orders.map(({ id }) => id);

describe('the export of all orders', () => {
  const everything = async (filter: { archived?: boolean } = {}): Promise<AdminOrder[]> => {
    const orders: AdminOrder[] = [];
    let after: ExportCursor | null = null;
    do {
      const page: ExportPage<AdminOrder> = await shop.bus.call('orders.export', { after, ...filter });
      orders.push(...page.rows);
      after = page.next;
    } while (after);
    return orders;
  };

  it('returns every order once, newest first, archived ones included, with items', async () => {
    const orders = await everything();
    const [{ total }] = await shop.database.query<[{ total: number }]>('SELECT count(*)::int AS total FROM shop_order');
    expect(orders).toHaveLength(total);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(total);
    const keys = orders.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(orders.some(({ archivedAt }) => archivedAt !== null)).toBe(true);
    expect(orders.filter(({ items }) => items.length === 1)).toHaveLength(total);
  });

  it.each([true, false])(
    'returns only the archive or only the other orders on demand: archived %s',
    async (archived) => {
      const orders = await everything({ archived });
      expect(orders).toEqual((await everything()).filter(({ archivedAt }) => (archivedAt !== null) === archived));
      expect(orders.map(({ id }) => id)).toEqual((await all({ archived })).map(({ id }) => id));
    },
  );

  it.each([
    ['all orders', '', 'shop_order_newest'],
    ['open orders', 'AND archived_at IS NULL', 'shop_order_open'],
    ['the archive', 'AND archived_at IS NOT NULL', 'shop_order_archive'],
  ])('reads each page of %s in the order of an index', async (_name, archived, index) => {
    const runner = shop.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SET LOCAL enable_seqscan = off');
    // the test's table is so small that a sort, and the index of all orders with a filter, cost about as much
    await runner.query('SET LOCAL enable_bitmapscan = off');
    if (archived) await runner.query('DROP INDEX shop_order_newest');
    const plan: Record<'QUERY PLAN', string>[] = await runner.query(
      `EXPLAIN SELECT id FROM shop_order WHERE true AND (created_at, id) < ($1, $2) ${archived}
       ORDER BY created_at DESC, id DESC LIMIT 200`,
      ['2026-01-01T00:00:00.000Z', randomUUID()],
    );
    await runner.rollbackTransaction();
    await runner.release();
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(new RegExp(`Index.* Scan Backward using ${index} `));
    expect(text).not.toMatch(/Sort/);
  });
});

describe("the owner's lists of orders", () => {
  const LISTS: [string, Partial<OrderList>, (order: AdminOrder) => boolean][] = [
    ['all open orders', {}, ({ archivedAt }) => !archivedAt],
    ['orders awaiting shipment', { view: 'awaiting' }, ({ status, archivedAt }) => !archivedAt && status === 'paid'],
    [
      'completed orders',
      { view: 'completed' },
      ({ status, archivedAt }) => !archivedAt && ['shipped', 'delivered', 'completed'].includes(status),
    ],
    ['the archive', { archived: true }, ({ archivedAt }) => archivedAt !== null],
    ['pending orders', { status: 'pending' }, ({ status, archivedAt }) => !archivedAt && status === 'pending'],
    ['cancelled orders', { status: 'cancelled' }, ({ status }) => status === 'cancelled'],
    ['shipped orders of the archive', { archived: true, status: 'shipped' }, ({ status }) => status === 'shipped'],
  ];
  let everything: AdminOrder[];
  beforeAll(async () => {
    everything = [...(await all()), ...(await all({ archived: true }))];
  });

  it.each(LISTS)('contain %s: newest first, counted, each once', async (_name, query, belongs) => {
    const orders = await all(query);
    const wanted = everything.filter(
      (order) => belongs(order) && (query.archived === undefined || (order.archivedAt !== null) === query.archived),
    );
    expect(orders.length).toBeGreaterThan(20);
    expect(orders.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    const keys = orders.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(keys).toEqual(keys.toSorted().reverse());
    expect(await list({ ...query, limit: 7 })).toMatchObject({
      page: 1,
      limit: 7,
      total: orders.length,
      totalPages: Math.ceil(orders.length / 7),
      orders: orders.slice(0, 7),
    });
  });

  it('return an empty page past the end', async () => {
    expect(await list({ view: 'awaiting', page: 1_000_000, limit: 500 })).toMatchObject({
      orders: [],
      page: 1_000_000,
    });
    expect(await list({ search: 'crowd', page: 1_000_000, limit: 500 })).toMatchObject({ orders: [] });
  });

  it('ignore the view if a status is chosen', async () => {
    const chosen = await list({ view: 'awaiting', status: 'cancelled' });
    expect(chosen).toEqual(await list({ status: 'cancelled' }));
    expect(chosen.total).toBeGreaterThan(0);
  });

  it.each([{ view: 'archive' }, { status: 'lost' }, { search: 'x'.repeat(201) }, { limit: 501 }, { page: 0 }])(
    'refuse %j',
    async (wrong) => {
      await expect(list(wrong as unknown as Partial<OrderList>)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

describe('a search of orders', () => {
  let order: { id: string; email: string };
  beforeAll(async () => {
    const buyerDetails = {
      ...demoBuyer(`zoe.${randomUUID().slice(0, 8)}@minerals.example`),
      firstName: 'Zoë',
      lastName: "O'Łukasz-Müller",
    };
    const { orderId: id, email } = await shop.buy({ buyerDetails });
    order = { id, email };
  });

  it.each([
    ['first name', () => 'zoe'],
    ['first name with its accent', () => 'ZOË'],
    ['a prefix of the last name', () => 'luk'],
    ['both names', () => 'muller zoe'],
    ['email', () => order.email.toUpperCase()],
    ['a prefix of the email', () => order.email.slice(0, 15)],
    ['a word of the email', () => 'minerals'],
    ['order number', () => order.id.slice(-8).toUpperCase()],
    ['a prefix of the order number', () => order.id.slice(-8, -2)],
    ['whole id', () => order.id],
    ['title of an item and a name', () => 'evening ameth zoe'],
  ])('finds an order by %s', async (_name, text) => {
    expect(await searchIds(text())).toContain(order.id);
    expect(await searchIds(text(), { view: 'awaiting' })).toContain(order.id);
    expect(await searchIds(text(), { view: 'completed' })).not.toContain(order.id);
    expect(await searchIds(text(), { archived: true })).not.toContain(order.id);
  });

  it('finds nothing if one word does not match, or by the middle of a word', async () => {
    expect(await searchIds('zoe nobody')).toEqual([]);
    expect(await searchIds('oe')).not.toContain(order.id);
    expect(await searchIds(`${order.id} crowd`)).toEqual([]);
    expect(await searchIds(`${order.id} ${randomUUID()}`)).toEqual([]);
  });

  it('matches a whole email as one word', async () => {
    expect(await searchIds('many-7@example.com')).toHaveLength(1);
  });

  it.each(["'", '\\', "o'łukasz", ':*', '!& |', '<->', "zoe' & 'x", '%'])('accepts %j literally', async (text) => {
    await expect(list({ search: text })).resolves.toMatchObject({ page: 1 });
  });

  it.each([
    ['Évening', "'evening':*"],
    ["O'Brien@Example.com", "'o''brien@example.com':*"],
    ['sam@', "'sam@':*"],
    ['@example.com', "'com':* & 'example':*"],
    ['#7F3A9C1E  石英', "'7f3a9c1e':* & '石英':*"],
    ['!? ...', null],
  ])('queries the index for the prefix of every word: %j', async (text, query) => {
    const [row] = await shop.database.query<{ query: string | null }[]>(
      `SELECT string_agg(part, ' & ' ORDER BY part COLLATE "C") AS query
       FROM regexp_split_to_table(order_query($1)::text, ' & ') AS part`,
      [text],
    );
    expect(row?.query).toBe(query);
  });

  it('is paged like every list', async () => {
    const orders = await all({ search: 'crowded', view: 'completed' });
    expect(orders.length).toBeGreaterThan(400);
    expect(orders.map(({ id }) => id)).toEqual((await all({ view: 'completed' })).map(({ id }) => id));
  });

  it('finds an order in the list of its present status, up to the archive', async () => {
    await shop.bus.call('orders.set-status', { id: order.id, status: 'shipped' });
    expect(await searchIds('zoe', { view: 'completed' })).toEqual([order.id]);
    await shop.bus.call('orders.archive', { id: order.id });
    expect(await searchIds('zoe')).toEqual([]);
    expect(await searchIds('zoe', { archived: true })).toEqual([order.id]);
  });
});

describe('a search with more matches than are counted', () => {
  beforeAll(async () => {
    await shop.database.query(ORDERS, [12_000, ['paid', 'paid', 'paid', 'paid', 'paid', 'paid']]);
  });

  it('is marked as capped and returns the newest matches up to the cap', async () => {
    const first = await list({ search: 'crowd', view: 'awaiting' });
    expect(first).toMatchObject({ total: MAX_FOUND, totalPages: MAX_FOUND / 50, isCapped: true });
    expect(first.orders.map(({ id }) => id)).toEqual((await list({ view: 'awaiting' })).orders.map(({ id }) => id));
    expect((await list({ search: 'crowd', page: MAX_FOUND / 50 })).orders).toHaveLength(50);
    expect((await list({ search: 'crowd', page: MAX_FOUND / 50 + 1 })).orders).toEqual([]);
  });

  it('does not cap the count of a list without a search', async () => {
    const [{ total }] = await shop.database.query(
      "SELECT count(*)::int AS total FROM shop_order WHERE status = 'paid'",
    );
    const page = await list({ view: 'awaiting' });
    expect([page.total, page.isCapped]).toEqual([total, undefined]);
  });

  it('finds matches beyond the newest 50,000 orders', async () => {
    for (let batch = 0; batch < 17; batch += 1)
      await shop.database.query(
        `INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
         discount_cents, total_cents, payment_attempt_id, square_payment_id, created_at)
       SELECT gen_random_uuid(), 'paid', 'captured', 'n@x.example', 'Newer', '', '', '', '', '', 0, 1, gen_random_uuid(), 'n',
         now() + n * interval '1 minute' FROM generate_series(1, 3000) n`,
      );
    const wanted = await shop.database.query(
      `SELECT id FROM shop_order WHERE archived_at IS NULL AND search @@ '''crowd''' ORDER BY created_at DESC, id DESC LIMIT 20`,
    );
    const { orders, isCapped } = await list({ search: 'crowd', limit: 20 });
    expect(isCapped).toBe(true);
    expect(orders.map(({ id }) => id)).toEqual(wanted.map(({ id }: { id: string }) => id));
  });
});
