import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Geode, UpdateGeodeBody } from '@geodes/contracts';
import type { AppError } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { DataSource } from 'typeorm';
import { DropOpening } from '../src/drops/drop-opening.task.js';
import { drawAfterMs } from '../src/drops/opening-draw.js';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

const { availabilityOf, createGeodes, current, eventsAfter, historyOf, lastEvent, read, reserve, take } =
  commandsOf(catalog);

const HOUR = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const update = (id: string, changes: UpdateGeodeBody): Promise<Geode> =>
  catalog.bus.call('catalog.update-geode', { id, changes });
const listed = async (query: object): Promise<string[]> => {
  const { geodes } = await catalog.bus.call('catalog.list-geodes', { sortBy: 'newest', page: 1, limit: 100, ...query });
  return geodes.map(({ id }) => id);
};
/** An upcoming geode. */
const upcoming = async (ms: number): Promise<string> => {
  const { id } = await createGeode(catalog, { availableFrom: inMs(ms) });
  return id;
};
/** Moves an instant into the past, as if the time had passed, without an edit. */
const passInstant = (id: string, ms: number) =>
  catalog.database.query(
    `UPDATE geode SET available_from = now() - $2 * interval '1 millisecond', on_sale_since = created_at - interval '1 hour'
      WHERE id = $1`,
    [id, ms],
  );
/** Lets the task look twice for geodes to announce. */
const announceTwice = async (): Promise<void> => {
  const task = catalog.app.get(DropOpening);
  await task['round']();
  await task['round']();
};

describe('a draft', () => {
  it('is only in the inventory, and cannot be held or bought', async () => {
    const { id } = await createGeode(catalog, { isDraft: true, isFeatured: true });
    expect(await listed({})).not.toContain(id);
    expect((await catalog.bus.call('catalog.list-featured', {})).map((geode) => geode.id)).not.toContain(id);
    const sitemap = await catalog.bus.call('catalog.list-sitemap', { page: 1, limit: 500 });
    expect(sitemap.geodes.map((geode) => geode.id)).not.toContain(id);
    expect(await codeOf(read(id))).toBe('NOT_FOUND');
    expect(await refusal(take(randomUUID(), [id]))).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'A geode in your cart is no longer offered.',
    });
    expect(await codeOf(reserve([id]))).toBe('OUT_OF_STOCK');
    const { geodes } = await catalog.bus.call('catalog.list-inventory', { page: 1, limit: 500 });
    expect(geodes.find((geode) => geode.id === id)).toMatchObject({ isDraft: true });
  });

  it('is on sale once it is published', async () => {
    const { id } = await createGeode(catalog, { isDraft: true });
    await update(id, { isDraft: false });
    expect(await listed({})).toContain(id);
    expect((await take(randomUUID(), [id])).items).toHaveLength(1);
  });

  it('is not announced at its instant, and is on sale if it is published later', async () => {
    const before = await lastEvent();
    const availableFrom = inMs(1_500);
    const { id } = await createGeode(catalog, { isDraft: true, availableFrom });
    const { id: published } = await createGeode(catalog, { availableFrom });
    const announced = async () =>
      (await eventsAfter(before)).flatMap(({ name, data }) => (name === 'availability' ? data.id : []));
    await eventually('the announcement', async () => (await announced()).length > 0, 10_000, 50);
    await announceTwice();
    expect(await announced()).toEqual([published]);
    await update(id, { isDraft: false });
    expect(await listed({})).toContain(id);
    expect((await take(randomUUID(), [id])).items).toHaveLength(1);
  });
});

describe('an upcoming geode', () => {
  it('is listed with its price and its instant, and counts for every filter', async () => {
    const availableFrom = inMs(HOUR);
    const { id } = await createGeode(catalog, { availableFrom, isFeatured: true });
    const now = await createGeode(catalog);
    expect(await read(id)).toMatchObject({
      availability: 'upcoming',
      isAvailable: false,
      availableFrom,
      price: now.price,
    });
    expect(await listed({})).toEqual(expect.arrayContaining([id, now.id]));
    const onlyUpcoming = await listed({ available: 'upcoming' });
    expect(onlyUpcoming).toContain(id);
    expect(onlyUpcoming).not.toContain(now.id);
    expect((await catalog.bus.call('catalog.list-featured', {})).map((geode) => geode.id)).toContain(id);
  });

  it('is refused with its instant, also beside geodes that are on sale', async () => {
    const [a] = await createGeodes(1);
    const availableFrom = inMs(HOUR);
    const { id, title } = await createGeode(catalog, { availableFrom });
    const refused = await refusal(take(randomUUID(), [a, id]));
    expect(refused).toMatchObject({ code: 'NOT_YET', details: { geodeIds: [id], availableFrom } });
    expect(refused.message).toContain(`“${title}” goes on sale on`);
    expect(await refusal(reserve([id]))).toMatchObject({ code: 'NOT_YET', details: { geodeIds: [id], availableFrom } });
    expect(await availabilityOf(a)).toBe('available');
  });

  it('that was on hold stays with its holder, who can buy it', async () => {
    const [a] = await createGeodes(1);
    const browserId = randomUUID();
    await take(browserId, [a]);
    await update(a, { availableFrom: inMs(HOUR) });
    expect((await current(browserId))?.items).toHaveLength(1);
    expect((await reserve([a], { browserId })).items).toHaveLength(1);
  });

  it('is among the openings of its last hour', async () => {
    const [sooner, soon, later] = [await upcoming(HOUR / 4), await upcoming(HOUR / 2), await upcoming(2 * HOUR)];
    const all = { withinSeconds: 3_600, geodeIds: [sooner, soon, later] };
    const { geodes } = await catalog.bus.call('catalog.list-openings', all);
    const ids = geodes.map(({ id }) => id);
    expect(ids).toContain(soon);
    expect(ids).not.toContain(later);
    const wanted = { withinSeconds: 3_600, geodeIds: [sooner, later] };
    const chosen = (await catalog.bus.call('catalog.list-openings', wanted)).geodes;
    expect(chosen.map(({ id }) => id)).toEqual([sooner]);
  });

  it('is announced at its instant, once, and can be bought from then on', async () => {
    const before = await lastEvent();
    const availableFrom = inMs(1_500);
    const geodes = [await createGeode(catalog, { availableFrom }), await createGeode(catalog, { availableFrom })];
    const ids = geodes.map(({ id }) => id);
    const browserId = randomUUID();
    while (Date.now() < Date.parse(availableFrom)) {
      const code = await take(browserId, ids).then(
        () => 'held',
        ({ code }: AppError) => code,
      );
      if (Date.now() < Date.parse(availableFrom)) expect(code).toBe('NOT_YET');
      await pause(20);
    }
    const announced = async () =>
      (await eventsAfter(before)).flatMap(({ name, data }) =>
        name === 'availability' && data.availability === 'available' ? data.id : [],
      );
    await eventually('the announcement', async () => (await announced()).length >= 2, 10_000, 50);
    await announceTwice();
    expect((await announced()).toSorted()).toEqual(ids.toSorted());
    expect((await take(browserId, ids)).items).toHaveLength(2);
  });

  it('is announced also if its instant passed while no process ran', async () => {
    const id = await upcoming(HOUR);
    const before = await lastEvent();
    await passInstant(id, HOUR);
    await eventually('an event', async () => (await eventsAfter(before)).length > 0, 10_000, 50);
    expect((await eventsAfter(before)).map(({ data }) => data)).toEqual([{ id, availability: 'available' }]);
    expect((await take(randomUUID(), [id])).items).toHaveLength(1);
  });

  it('counts its time on sale from the edit that moves its instant into the past', async () => {
    const id = await upcoming(HOUR);
    await update(id, { availableFrom: inMs(-240 * HOUR) });
    await announceTwice();
    const [geode] = await catalog.database.query<{ isNew: boolean }[]>(
      `SELECT on_sale_since > now() - interval '1 minute' AS "isNew" FROM geode WHERE id = $1`,
      [id],
    );
    expect(geode).toEqual({ isNew: true });
  });

  it('follows the instant that the owner sets last', async () => {
    const id = await upcoming(HOUR);
    await update(id, { availableFrom: inMs(2 * HOUR) });
    expect(await codeOf(take(randomUUID(), [id]))).toBe('NOT_YET');
    const before = await lastEvent();
    await update(id, { availableFrom: null });
    expect((await eventsAfter(before)).map(({ data }) => data)).toContainEqual({ id, availability: 'available' });
    expect((await take(randomUUID(), [id])).items).toHaveLength(1);
  });
});

describe('the draw of the first moment', () => {
  it('gives a geode to one of many browsers, and not before the draw', async () => {
    const id = await upcoming(HOUR);
    const began = Date.now();
    await passInstant(id, 0);
    const network = (buyer: number) => ({ address: `buyer ${buyer}` });
    const asks = Array.from({ length: 40 }, (_, index) => take(randomUUID(), [id], network(index % 10)));
    const results = await Promise.allSettled(asks);
    expect(Date.now() - began).toBeGreaterThanOrEqual(drawAfterMs(id) - 50);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('scheduling many geodes', () => {
  const schedule = (ids: string[], changes: { availableFrom?: string | null; isDraft?: boolean }) =>
    catalog.bus.call('catalog.schedule-geodes', { ids, ...changes });

  it('gives all of them one instant and publishes drafts, with an entry in the history of each that changed', async () => {
    const availableFrom = inMs(HOUR);
    const drafts = await Promise.all([1, 2].map(() => createGeode(catalog, { isDraft: true })));
    const done = await createGeode(catalog, { availableFrom });
    const ids = [...drafts.map(({ id }) => id), done.id];
    expect(await schedule(ids, { availableFrom, isDraft: false })).toEqual({ changed: 2 });
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        availability: 'upcoming',
        availableFrom,
      });
    const [change] = await historyOf(ids[0]!);
    expect(change).toMatchObject({
      action: 'edited',
      fields: [
        { field: 'isDraft', before: true, after: false },
        { field: 'availableFrom', before: null, after: availableFrom },
      ],
    });
  });

  it('takes as few statements for many as for one, so that the owner does not wait', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, () => createGeode(catalog)))).map(({ id }) => id);
    const { logger } = catalog.app.get(DataSource);
    const logQuery = jest.spyOn(logger, 'logQuery');
    expect(await schedule(ids, { availableFrom: inMs(HOUR) })).toEqual({ changed: 20 });
    const updates = logQuery.mock.calls.filter(([query]) => /^(UPDATE "geode"|INSERT INTO "change")/.test(query));
    logQuery.mockRestore();
    expect(updates).toHaveLength(2);
    for (const id of ids) expect(await availabilityOf(id)).toBe('upcoming');
  });

  it('changes all or none', async () => {
    const { id } = await createGeode(catalog);
    expect(await codeOf(schedule([id, randomUUID()], { availableFrom: inMs(HOUR) }))).toBe('NOT_FOUND');
    expect(await availabilityOf(id)).toBe('available');
    expect(await codeOf(schedule([id], {}))).toBe('BAD_REQUEST');
  });
});
