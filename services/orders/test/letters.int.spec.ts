import { randomUUID } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import type { LetterKind, PaymentDifference } from '@geodes/contracts';
import { OrdersConfig } from '../src/config.js';
import { LetterComposer } from '../src/letters/compose-letter.js';
import { appendLetter, LetterStore } from '../src/letters/letter-store.js';
import { PaymentReviewTask } from '../src/letters/payment-review.task.js';
import { SaleReminders } from '../src/letters/sale-reminders.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

const DIFFERENCE: PaymentDifference = {
  id: randomUUID(),
  kind: 'amount',
  squarePaymentId: 'square-1',
  orderId: null,
  amountCents: 12_345,
  seenAt: '2026-11-21T09:30:00.000Z',
  state: 'open',
  text: 'Square has another amount.',
  advice: 'Settle it in Square.',
};

let server: MailServer;
let shop: OrdersUnderTest;
beforeAll(async () => {
  server = await startMailServer();
  shop = await startOrders({
    // used by no other spec, whose workers would take the jobs
    redisDatabase: 2,
    letters: { SMTP_URL: server.url, MAIL_FROM: 'Geodes, Inc. <from@example.com>', OWNER_EMAIL: 'owner@example.com' },
    handlers: {
      'catalog.get-shop-details': () => ({
        contactEmail: 'contact@example.com',
        legalName: 'Geodes & Co',
        postalAddress: 'Box 1\nKeokuk',
      }),
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await server.stop();
});
beforeEach(() => {
  server.refusedRecipient = undefined;
  server.refusedMail = undefined;
});

const buy = async (): Promise<{ id: string; number: string; email: string }> => {
  const { orderId, orderNumber, email } = await shop.buy();
  return { id: orderId, number: orderNumber, email };
};
interface Row {
  id: string;
  kind: LetterKind;
  state: string;
  tries: number;
  last_error: string | null;
}
const rows = (subject: string): Promise<Row[]> =>
  shop.database.query('SELECT id, kind, state, tries, last_error FROM letter WHERE subject_id = $1 ORDER BY kind', [
    subject,
  ]);
const whenAll = (subject: string, state: string): Promise<Row[]> =>
  readUntil(
    () => rows(subject),
    (all) => all.length > 0 && all.every((row) => row.state === state),
    20_000,
  );
/** Waits until the letters of a subject are sent, and returns the mail of each kind. */
const mailsOf = async (subject: string): Promise<Record<LetterKind, ParsedMail[]>> => {
  const letters = await whenAll(subject, 'sent');
  return Object.fromEntries(
    letters.map(({ id, kind }) => [kind, server.mails.filter(({ messageId }) => messageId?.includes(id))]),
  ) as Record<LetterKind, ParsedMail[]>;
};
const toOf = ({ to }: ParsedMail): string =>
  [to ?? []]
    .flat()
    .map(({ text }) => text)
    .join();

describe('a paid order', () => {
  it('sends its buyer one letter with items, total, postal address and how to track it', async () => {
    const { id, number, email } = await buy();
    const { 'order-paid': mails } = await mailsOf(id);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(toOf(mail!)).toBe(email);
    expect(mail!.from?.value).toEqual([{ name: 'Geodes, Inc.', address: 'from@example.com' }]);
    expect(mail!.messageId).toMatch(/^<[0-9a-f-]{36}@shop\.example\.com>$/);
    expect(mail!.subject).toContain(number);
    for (const words of [
      'Evening Amethyst',
      '$129.05',
      '−$12.91',
      '$116.14',
      '1 Main Street',
      email,
      'Geodes & Co',
      'contact@example.com',
    ])
      expect(mail!.text).toContain(words);
    expect(mail!.text).toContain('https://shop.example.com/track-order');
    expect(mail!.html).toContain(
      '<img src="https://shop.example.com/objects/a.webp?w=160" alt="Evening Amethyst" width="64" height="64"',
    );
  });

  it('sends the owner one letter with number, total and a link to the panel', async () => {
    const { id, number } = await buy();
    const { 'new-order': mails } = await mailsOf(id);
    expect(mails.map(toOf)).toEqual(['owner@example.com']);
    expect(mails[0]!.subject).toBe(`New order ${number}: $116.14`);
    expect(mails[0]!.text).toContain('https://shop.example.com/admin');
  });

  it('is paid while the mail server hangs, however many letters wait, and its letters are sent later', async () => {
    server.hang();
    const orders = [];
    for (let count = 1; count <= 4; count += 1) orders.push(await buy());
    const hanging = await readUntil(
      () => server.hanging,
      (count) => count >= 4,
      10_000,
    );
    orders.push(await buy());
    expect(hanging).toBe(4);
    expect((await rows(orders[4]!.id)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    server.release();
    for (const { id } of orders) expect(Object.values(await mailsOf(id)).map((mails) => mails.length)).toEqual([1, 1]);
  });
});

describe('a letter', () => {
  it('that the mail server does not take now is tried again with the same Message-ID', async () => {
    server.refusedMail = { code: 451, text: 'Try again later' };
    const { id } = await buy();
    const failed = await readUntil(
      () => rows(id),
      (all) => all.length === 2 && all.every(({ last_error }) => last_error !== null),
    );
    expect(failed.map(({ state, tries }) => [state, tries])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
    ]);
    const { letters } = await shop.bus.call('orders.list-letters', { limit: 100 });
    const listed = letters.find((letter) => letter.id === failed[0]!.id)!;
    expect(listed.lastError).toContain('451 Try again later');
    expect(Date.parse(listed.nextTryAt!)).toBeGreaterThan(Date.parse(listed.createdAt) + 55_000);
    server.refusedMail = undefined;
    await shop.database.query("UPDATE letter SET next_try_at = now() - interval '1 second' WHERE subject_id = $1", [
      id,
    ]);
    const { 'order-paid': mails } = await mailsOf(id);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.messageId).toBe(mails[0]!.messageId);
  });

  it('whose recipient is refused is tried for a day, then fails, and is sent when the owner retries it', async () => {
    server.refusedRecipient = { code: 550, text: 'No such user' };
    const { id, number } = await buy();
    const tried = await readUntil(
      () => rows(id),
      (all) => all.length === 2 && all.every(({ last_error }) => last_error !== null),
    );
    expect(tried.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await shop.database.query(
      `UPDATE letter SET next_try_at = now() - interval '1 second', waiting_since = now() - interval '24 hours'
        WHERE subject_id = $1`,
      [id],
    );
    const [, failed] = await whenAll(id, 'failed');
    const { letters, counts } = await shop.bus.call('orders.list-letters', { limit: 100 });
    expect(letters).toContainEqual(
      expect.objectContaining({ id: failed!.id, state: 'failed', orderNumber: number, tries: 2, nextTryAt: null }),
    );
    expect(counts.failed).toBe(2);
    server.refusedRecipient = undefined;
    expect(await shop.bus.call('orders.retry-letter', { id: failed!.id })).toEqual({ retried: 1 });
    expect(await shop.bus.call('orders.retry-letter', {})).toEqual({ retried: 1 });
    expect(Object.values(await mailsOf(id)).map((mails) => mails.length)).toEqual([1, 1]);
    await expect(shop.bus.call('orders.retry-letter', { id: failed!.id })).rejects.toMatchObject({ code: 'CHANGED' });
    await expect(shop.bus.call('orders.retry-letter', { id: randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  /** Buys and ships while the mail server takes nothing, and returns the letters once all were tried. */
  const shipUnlettered = async (): Promise<{ id: string; tried: Row[] }> => {
    server.refusedMail = { code: 451, text: 'Try again later' };
    const { id } = await buy();
    await shop.bus.call('orders.set-status', { id, status: 'shipped' });
    const tried = await readUntil(
      () => rows(id),
      (all) => all.length === 3 && all.every(({ last_error }) => last_error !== null),
    );
    return { id, tried };
  };

  it('about a shipped order is sent after all if the order is set back and shipped again, but not twice', async () => {
    const { id, tried } = await shipUnlettered();
    const letter = tried.find(({ kind }) => kind === 'order-shipped')!;
    const set = async (status: 'paid' | 'shipped') => {
      await shop.bus.call('orders.set-status', { id, status });
      return (await rows(id)).filter(({ kind }) => kind === 'order-shipped');
    };
    await set('paid');
    expect(await set('shipped')).toMatchObject([{ id: letter.id, state: 'waiting' }]);
    await set('paid');
    // the mail server accepts it at this moment
    await shop.app.get(LetterStore, { strict: false }).markSent(letter);
    expect(await set('shipped')).toMatchObject([{ id: letter.id, state: 'sent' }]);
  });

  it('that waits is not sent once its order is cancelled or not shipped after all', async () => {
    const { id, tried } = await shipUnlettered();
    expect(tried.map(({ kind }) => kind)).toEqual(['new-order', 'order-paid', 'order-shipped']);
    await shop.bus.call('orders.set-status', { id, status: 'paid' });
    expect((await rows(id)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'off']);
    await shop.database.query("UPDATE shop_order SET status = 'cancelled' WHERE id = $1", [id]);
    server.refusedMail = undefined;
    await shop.database.query("UPDATE letter SET next_try_at = now() - interval '1 second' WHERE subject_id = $1", [
      id,
    ]);
    const off = await whenAll(id, 'off');
    const cancelled = 'The order was cancelled.';
    expect(off.map(({ last_error }) => last_error)).toEqual([cancelled, cancelled, 'The order was not shipped.']);
  });

  it('about a shipped order names the carrier and links the tracking number', async () => {
    const { id } = await buy();
    await mailsOf(id);
    await shop.database.query(
      `UPDATE shop_order SET status = 'shipped', carrier = 'ups', tracking_number = '1Z 999' WHERE id = $1`,
      [id],
    );
    await appendLetter(shop.database.manager, 'order-shipped', { id, orderId: id });
    const { 'order-shipped': mails } = await mailsOf(id);
    expect(mails[0]!.text).toContain('Carrier: UPS\nTracking number: 1Z 999\nhttps://www.ups.com/track?tracknum=1Z999');
    expect(mails[0]!.html).toContain('<a href="https://www.ups.com/track?tracknum=1Z999"');
  });

  const refunded = async (orderId: string, state: 'completed' | 'failed'): Promise<string> => {
    const id = randomUUID();
    await shop.database.query(
      `INSERT INTO order_refund (id, order_id, square_refund_id, amount_cents, state) VALUES ($1, $2, $3, 1250, $4)`,
      [id, orderId, `square-${id}`, state],
    );
    await appendLetter(shop.database.manager, 'refund', { id, orderId });
    return id;
  };

  it('about a refund names its amount, the order and the card', async () => {
    const { id: orderId, number, email } = await buy();
    const { refund: mails } = await mailsOf(await refunded(orderId, 'completed'));
    expect(mails.map(toOf)).toEqual([email]);
    expect(mails[0]!.text).toContain(`$12.50 of your order ${number} back to the card`);
  });

  it('about a refund that Square failed after it had completed it is not sent', async () => {
    const [letter] = await whenAll(await refunded((await buy()).id, 'failed'), 'off');
    expect(letter!.last_error).toBe('The refund was not made.');
    expect(server.mails.filter(({ messageId }) => messageId?.includes(letter!.id))).toEqual([]);
  });

  it('about an open payment difference is sent once to the owner, with what payments says', async () => {
    const seen: PaymentDifference = { ...DIFFERENCE, id: randomUUID(), state: 'seen' };
    shop.fakes.answer({ 'payments.differences': () => ({ checkedAt: null, differences: [DIFFERENCE, seen] }) });
    const task = shop.app.get(PaymentReviewTask);
    await Promise.all([task, task, task].map((one) => one['round']()));
    const { 'payment-review': mails } = await mailsOf(DIFFERENCE.id);
    expect(mails.map(toOf)).toEqual(['owner@example.com']);
    for (const words of ['Square has another amount.', 'Settle it in Square.', '$123.45'])
      expect(mails[0]!.text).toContain(words);
    expect(await shop.database.query("SELECT FROM letter WHERE kind = 'payment-review'")).toHaveLength(1);
    await appendLetter(shop.database.manager, 'payment-review', seen);
    expect((await whenAll(seen.id, 'off'))[0]!.last_error).toBe('The payment needs no look any more.');
  });
});

describe('a question', () => {
  it('reaches the owner once, and a reply goes to the buyer', async () => {
    const ask = {
      id: randomUUID(),
      geodeId: randomUUID(),
      title: 'Evening Amethyst',
      name: 'Sam',
      email: 'sam@example.com',
      question: 'Is it heavy?\nI live upstairs.',
    };
    await shop.bus.call('orders.ask-question', ask);
    await shop.bus.call('orders.ask-question', ask);
    const { question: mails } = await mailsOf(ask.id);
    expect(mails.map(toOf)).toEqual(['owner@example.com']);
    expect(mails[0]!.replyTo?.value).toEqual([{ name: 'Sam', address: 'sam@example.com' }]);
    expect(mails[0]!.text).toContain('> Is it heavy?\n> I live upstairs.');
    expect(mails[0]!.text).toContain(`https://shop.example.com/gallery?geode=${ask.geodeId}`);
  });

  it('cannot forge headers, recipients or HTML, though an earlier release stored line breaks', async () => {
    const id = randomUUID();
    const question = {
      geodeId: randomUUID(),
      title: 'Agate\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>',
      name: 'Sam" <victim@example.com>,\r\nBcc: victim@example.com',
      email: 'sam@example.com',
      question: '<script>alert(2)</script>\r\n.\r\nMAIL FROM:<victim@example.com>',
    };
    await appendLetter(shop.database.manager, 'question', { id, question });
    const { question: mails } = await mailsOf(id);
    expect(mails.map(toOf)).toEqual(['owner@example.com']);
    const [mail] = mails;
    expect(mail!.subject).toBe('A question about Agate Bcc: victim@example.com <script>alert(1)</script>');
    expect(mail!.headers.has('bcc')).toBe(false);
    expect(mail!.replyTo?.value).toEqual([
      { name: 'Sam" <victim@example.com>, Bcc: victim@example.com', address: 'sam@example.com' },
    ]);
    expect(mail!.html).not.toContain('<script');
    expect(mail!.html).toContain('&lt;script&gt;alert(2)');
    expect(mail!.text).toContain('> MAIL FROM:<victim@example.com>');
  });
});

it('a letter to the contact email is not composed while catalog, which knows the email, is away', async () => {
  const config = { ...shop.app.get(OrdersConfig), OWNER_EMAIL: undefined };
  const composer = new LetterComposer(shop.database, shop.bus, shop.app.get(SaleReminders), config);
  const letter = {
    id: randomUUID(),
    kind: 'test',
    subjectId: 'code',
    orderId: null,
    question: null,
    tries: 1,
  } as const;
  shop.fakes.answer({ 'catalog.get-shop-details': () => Promise.reject(new Error('away')) });
  await expect(composer.compose(letter)).rejects.toThrow();
  shop.fakes.answer(shop.defaultHandlers);
  expect(await composer.compose(letter)).toMatchObject({ to: 'contact@example.com' });
});

it('a test letter reaches the owner once, with its code', async () => {
  const code = '271828';
  expect(await shop.bus.call('orders.find-test-letter', { code })).toMatchObject({ state: null });
  await shop.bus.call('orders.send-test-letter', { code });
  await shop.bus.call('orders.send-test-letter', { code });
  const { test: mails } = await mailsOf(code);
  expect(mails.map(toOf)).toEqual(['owner@example.com']);
  expect(mails[0]!.text).toContain(code);
  expect(await shop.bus.call('orders.find-test-letter', { code })).toMatchObject({ state: 'sent', lastError: null });
});
