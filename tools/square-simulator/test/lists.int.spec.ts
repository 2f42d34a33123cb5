import type { Square } from 'square';
import { SimulatorProcess } from './simulator-process.js';

let simulator: SimulatorProcess;
beforeAll(async () => {
  simulator = await SimulatorProcess.start();
});
afterAll(() => simulator.dispose());

const ids = async (query: Square.ListPaymentsRequest): Promise<string[]> => {
  const found: string[] = [];
  for await (const payment of await simulator.client().payments.list(query)) found.push(payment.id!);
  return found;
};

const raw = async (query: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${simulator.url}/v2/payments?${query}`, { headers: { authorization: 'Bearer any' } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('the list of payments', () => {
  it('is an empty object when there is none', async () => {
    expect(await raw('')).toEqual({ status: 200, body: {} });
  });

  it('pages newest or oldest first without repeating or skipping payments', async () => {
    const made: string[] = [];
    for (let count = 0; count < 23; count += 1) made.push((await simulator.pay()).id!);
    expect(await ids({ sortOrder: 'ASC', limit: 5 })).toEqual(made);
    expect(await ids({ limit: 7 })).toEqual([...made].reverse());
    expect(await ids({ limit: 1_000 })).toHaveLength(23);
  });

  it('leaves payments created meanwhile out of later pages', async () => {
    const before = await ids({});
    const page = await simulator.client().payments.list({ limit: 10 });
    const seen = page.data.map(({ id }) => id!);
    await simulator.pay();
    while (page.hasNextPage()) seen.push(...(await page.getNextPage()).data.map(({ id }) => id!));
    expect(seen).toEqual(before);
  });

  it('filters by time, begin_time included', async () => {
    const first = await simulator.pay();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await simulator.pay();
    expect(await ids({ beginTime: first.createdAt!, sortOrder: 'ASC' })).toEqual([first.id, second.id]);
    expect(await ids({ beginTime: second.createdAt! })).toEqual([second.id]);
    const between = await ids({ beginTime: first.createdAt!, endTime: first.createdAt! });
    expect(between).toContain(first.id);
    expect(between).not.toContain(second.id);
  });

  it('sorts by the time of the last change', async () => {
    const older = await simulator.pay();
    const newer = await simulator.pay();
    await simulator.client().payments.complete({ paymentId: older.id! });
    expect((await ids({ sortField: 'UPDATED_AT' })).slice(0, 2)).toEqual([older.id, newer.id]);
    const { payment } = await simulator.client().payments.get({ paymentId: older.id! });
    expect(await ids({ updatedAtBeginTime: payment!.updatedAt! })).toEqual([older.id]);
  });

  it('filters by location', async () => {
    const { id } = await simulator.pay({ locationId: 'LOTHER' });
    expect(await ids({})).not.toContain(id);
    expect(await ids({ locationId: 'LOTHER' })).toEqual([id]);
  });

  it.each([
    ['cursor=nonsense', 'INVALID_CURSOR'],
    ['begin_time=yesterday', 'INVALID_TIME'],
    ['begin_time=2026-11-02T00:00:00Z&end_time=2026-11-01T00:00:00Z', 'INVALID_TIME_RANGE'],
    ['sort_order=UP', 'INVALID_ENUM_VALUE'],
    ['limit=0', 'VALUE_TOO_LOW'],
  ])('refuses %s', async (query, code) => {
    expect(await raw(query)).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('refuses the cursor of another query', async () => {
    const { body } = await raw('limit=2');
    expect((await raw(`limit=2&cursor=${String(body.cursor)}`)).status).toBe(200);
    expect(await raw(`limit=2&sort_order=ASC&cursor=${String(body.cursor)}`)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'INVALID_CURSOR' }] },
    });
  });

  it('lags behind with a stale fault', async () => {
    const { id } = await simulator.pay();
    await simulator.fault({ operation: 'list', kind: 'stale-list', delayMs: 60_000 });
    expect(await ids({ limit: 100 })).not.toContain(id);
    expect(await ids({ limit: 100 })).toContain(id);
  });
});
