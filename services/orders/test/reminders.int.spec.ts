import { randomUUID } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { type LetterState, type ListOpenings, MAX_OPENINGS, type Opening, saleTimeText } from '@geodes/contracts';
import { Pruning } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { SaleReminderTask } from '../src/letters/sale-reminders.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

const BUSY = { code: 451, text: 'Try again later' };

// Faked: catalog, which lists those of `drops` that go on sale in time.
let server: MailServer;
let shop: OrdersUnderTest;
const drops = new Map<string, Opening>();
beforeAll(async () => {
  server = await startMailServer();
  shop = await startOrders({
    // used by no other spec, whose workers would take the jobs
    redisDatabase: 3,
    letters: { SMTP_URL: server.url },
    handlers: {
      'catalog.get-shop-details': () => ({}),
      'catalog.list-openings': ({ withinSeconds, geodeIds }) => ({
        geodes: [...drops.values()].filter(({ id, availableFrom }) => {
          const wait = Date.parse(availableFrom) - Date.now();
          return wait > 0 && wait <= withinSeconds * 1_000 && geodeIds.includes(id);
        }),
      }),
    },
  });
  // only the rounds of the tests
  await shop.app.get(SaleReminderTask).onModuleDestroy();
});
afterAll(async () => {
  await shop.stop();
  await server.stop();
});
beforeEach(() => {
  drops.clear();
  server.refusedMail = undefined;
});

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
/** Lets a geode go on sale after these minutes, or moves it there. */
const drop = (minutes: number, id: string = randomUUID()): Opening => {
  const opening = { id, title: 'Evening Amethyst', availableFrom: inMinutes(minutes) };
  drops.set(id, opening);
  return opening;
};
const someone = (): string => `${randomUUID().slice(0, 8)}@example.com`;
const ask = async (geodeId: string, email = someone()): Promise<string> => {
  await shop.bus.call('orders.ask-reminder', { email, geodeId });
  return email;
};
/** Runs the task as two processes would that start at once. */
const round = async (): Promise<void> => {
  const task = shop.app.get(SaleReminderTask);
  await Promise.all([task['round'](), task['round']()]);
};
interface Row {
  id: string;
  state: LetterState;
  last_error: string | null;
}
const letters = (geodeId: string): Promise<Row[]> =>
  shop.database.query(
    `SELECT letter.id, state, last_error FROM letter JOIN sale_reminder ON reminder_id = sale_reminder.id
      WHERE geode_id = $1 ORDER BY letter.created_at`,
    [geodeId],
  );
/** Waits until no letter about the geode is on its way, and returns the mails to an email. */
const mailsTo = async (email: string, geodeId: string): Promise<ParsedMail[]> => {
  const noneWaits = async () => (await letters(geodeId)).every(({ state }) => state !== 'waiting');
  await eventually('the letters', noneWaits, 20_000);
  return server.mails.filter(({ to }) => [to ?? []].flat().some(({ text }) => text === email));
};
/** Writes a letter that the mail server does not take now. */
const writeInVain = async (geodeId: string): Promise<void> => {
  await round();
  const isTried = async () => (await letters(geodeId)).some(({ last_error }) => last_error !== null);
  await eventually('a failed try', isTried, 20_000);
};
const sendAgain = (): Promise<unknown> =>
  shop.database.query("UPDATE letter SET next_try_at = now() - interval '1 second' WHERE state = 'waiting'");

it('whoever asked gets one letter an hour before a geode goes on sale, and none earlier', async () => {
  const { id } = drop(61);
  const email = await ask(id);
  await round();
  expect(await letters(id)).toEqual([]);
  const { availableFrom } = drop(59, id);
  await round();
  await round();
  const mails = await mailsTo(email, id);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toBe('On sale within the hour: Evening Amethyst');
  expect(mails[0]!.headers.get('x-letter-kind')).toBe('sale-reminder');
  expect(mails[0]!.text).toContain(`from ${saleTimeText(availableFrom)} on`);
  expect(mails[0]!.text).toContain(`https://shop.example.com/gallery?geode=${id}`);
  expect(mails[0]!.text).toContain('the only one about this stone');
});

it('more geodes than a request may name are asked for one part after the other, and only those with reminders', async () => {
  await shop.database.query(
    `INSERT INTO sale_reminder (id, geode_id, email)
     SELECT gen_random_uuid(), gen_random_uuid(), n || '@example.com' FROM generate_series(1, $1::int) AS n`,
    [2 * MAX_OPENINGS],
  );
  const { id } = drop(10);
  const email = await ask(id);
  const before = shop.fakes.asked.length;
  await round();
  expect(await mailsTo(email, id)).toHaveLength(1);
  const parts = shop.fakes.asked
    .slice(before)
    .flatMap(({ subject, request }) => (subject === 'catalog.list-openings' ? [request as ListOpenings] : []));
  expect(parts.length).toBeGreaterThanOrEqual(4);
  for (const { geodeIds } of parts) expect(geodeIds.length).toBeLessThanOrEqual(MAX_OPENINGS);
  await shop.database.query('DELETE FROM sale_reminder WHERE lettered_at IS NULL');
});

it('whoever asks twice, before or after the letter, gets one', async () => {
  const { id } = drop(59);
  const email = await ask(id);
  await ask(id, email);
  await round();
  await ask(id, email);
  await round();
  expect(await mailsTo(email, id)).toHaveLength(1);
});

it('whoever asks less than an hour before gets the letter at once', async () => {
  const { id } = drop(5);
  const early = await ask(id);
  await round();
  const late = await ask(id);
  await round();
  expect(await mailsTo(early, id)).toHaveLength(1);
  expect(await mailsTo(late, id)).toHaveLength(1);
});

it('a geode that is put off after its letter sends another only to whoever asks again', async () => {
  const { id } = drop(10);
  const [once, twice] = [await ask(id), await ask(id)];
  await round();
  await mailsTo(twice, id);
  const { availableFrom } = drop(50, id);
  await ask(id, twice);
  await round();
  const mails = await mailsTo(twice, id);
  expect(mails).toHaveLength(2);
  expect(mails[1]!.text).toContain(saleTimeText(availableFrom));
  expect(await mailsTo(once, id)).toHaveLength(1);
});

it('a geode that is put off while its letter waits for the mail server sends the new instant, once', async () => {
  const { id } = drop(10);
  const email = await ask(id);
  server.refusedMail = BUSY;
  await writeInVain(id);
  const { availableFrom } = drop(50, id);
  server.refusedMail = undefined;
  await sendAgain();
  const refused = await mailsTo(email, id);
  expect((await letters(id)).map(({ state }) => state)).toEqual(['off']);
  await round();
  await round();
  const mails = (await mailsTo(email, id)).slice(refused.length);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(saleTimeText(availableFrom));
});

it('a geode that is called off and put back to the same instant before its letter leaves sends it, once', async () => {
  const opening = drop(10);
  const email = await ask(opening.id);
  server.refusedMail = BUSY;
  await writeInVain(opening.id);
  drops.clear();
  server.refusedMail = undefined;
  await sendAgain();
  const refused = await mailsTo(email, opening.id);
  drops.set(opening.id, opening);
  await round();
  await round();
  expect((await mailsTo(email, opening.id)).slice(refused.length)).toHaveLength(1);
  expect((await letters(opening.id)).map(({ state }) => state)).toEqual(['sent']);
});

it('a geode that is called off or deleted sends no letter, also if it was written', async () => {
  const [early, late] = [drop(61), drop(10)];
  await ask(early.id);
  await ask(late.id);
  server.refusedMail = BUSY;
  await writeInVain(late.id);
  drops.clear();
  server.refusedMail = undefined;
  const before = server.mails.length;
  await sendAgain();
  await round();
  const [written] = await readUntil(
    () => letters(late.id),
    ([letter]) => letter?.state !== 'waiting',
  );
  expect(written).toMatchObject({ state: 'off', last_error: 'The geode does not go on sale then any more.' });
  expect(await letters(early.id)).toEqual([]);
  expect(server.mails).toHaveLength(before);
});

it('an erased person gets no letter, also if it was written', async () => {
  const { id } = drop(10);
  const email = await ask(id);
  server.refusedMail = { ...BUSY, text: `${email} is busy` };
  await writeInVain(id);
  const letterWithEmail = () =>
    shop.database.query(`SELECT FROM letter WHERE last_error LIKE '%' || $1 || '%'`, [email]);
  expect(await letterWithEmail()).toHaveLength(1);
  const tried = server.mails.length;
  server.refusedMail = undefined;
  await shop.bus.call('orders.erase-buyer', { email });
  await sendAgain();
  await round();
  expect(await letterWithEmail()).toEqual([]);
  expect(await shop.database.query('SELECT FROM sale_reminder WHERE email = $1', [email])).toEqual([]);
  expect(server.mails).toHaveLength(tried);
});

it('a popular geode lets 200 letters wait at most, so that those of orders are sent between', async () => {
  const { id } = drop(30);
  await shop.database.query(
    `INSERT INTO sale_reminder (id, geode_id, email)
     SELECT gen_random_uuid(), $1, n || '-${randomUUID()}@example.com' FROM generate_series(1, 300) AS n`,
    [id],
  );
  server.hang();
  const task = shop.app.get(SaleReminderTask);
  await task['round']();
  await task['round']();
  const waiting = (await letters(id)).length;
  expect(waiting).toBeGreaterThanOrEqual(200);
  // those whose try hangs wait no more
  expect(waiting).toBeLessThan(220);
  server.release();
  const all = await readUntil(
    async () => {
      await round();
      return letters(id);
    },
    (written) => written.length === 300 && written.every(({ state }) => state === 'sent'),
  );
  expect(all.filter(({ state }) => state === 'sent')).toHaveLength(300);
});

it('a reminder is deleted with its letters a week after them, and after a year if its geode never went on sale', async () => {
  const { id } = drop(10);
  const [old, young] = [await ask(id), await ask(id)];
  await round();
  await mailsTo(young, id);
  const [forgotten, waiting] = [await ask(randomUUID()), await ask(randomUUID())];
  const age = (email: string, column: string, days: number) =>
    shop.database.query(`UPDATE sale_reminder SET ${column} = now() - $2 * interval '1 day' WHERE email = $1`, [
      email,
      days,
    ]);
  await age(old, 'lettered_at', 8);
  await age(young, 'lettered_at', 6);
  await age(forgotten, 'asked_at', 367);
  await age(waiting, 'asked_at', 364);
  expect(await shop.app.get(Pruning).run()).toMatchObject({ sale_reminder: 2 });
  const emails: { email: string }[] = await shop.database.query(
    'SELECT email FROM sale_reminder WHERE email = ANY ($1)',
    [[old, young, forgotten, waiting]],
  );
  expect(emails.map(({ email }) => email).sort()).toEqual([young, waiting].sort());
  expect(await letters(id)).toHaveLength(1);
  expect(await shop.database.query("SELECT FROM letter WHERE kind = 'sale-reminder' AND reminder_id IS NULL")).toEqual(
    [],
  );
});
