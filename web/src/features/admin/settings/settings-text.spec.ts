import type { ShopPart } from '@geodes/contracts';
import {
  eventSummary,
  eventText,
  healthSummary,
  letterSummary,
  letterText,
  letterTimes,
  offersTryAll,
  holdsSummary,
  holdTimes,
  durationText,
  troubleText,
} from './settings-text.js';

const part = (change: Partial<ShopPart>): ShopPart => ({
  name: 'catalog',
  kind: 'process',
  state: 'well',
  version: '1.0.0',
  startedAt: '2026-01-01T00:00:00.000Z',
  failing: [],
  ...change,
});

describe('health texts', () => {
  it('sums up the health of all components in a sentence', () => {
    expect(healthSummary([part({}), part({ name: 'orders' })])).toBe('Everything runs and is well.');
    expect(healthSummary([part({ state: 'away' })])).toBe('1 part needs attention: Catalogue.');
    expect(healthSummary([part({ state: 'failing' }), part({ name: 'postgres', state: 'away' })])).toBe(
      '2 parts need attention: Catalogue, PostgreSQL.',
    );
  });

  it('names the missing components of a process, and the processes that miss a server', () => {
    expect(troubleText(part({ failing: ['postgres', 'something new'] }))).toBe('Misses PostgreSQL, something new');
    expect(troubleText(part({ name: 'redis', kind: 'server', failing: ['gateway'] }))).toBe('Missed by Gateway');
    expect(troubleText(part({}))).toBe('');
  });

  it.each([
    [0, 'less than a minute'],
    [60_000, '1 minute'],
    [59 * 60_000, '59 minutes'],
    [60 * 60_000, '1 hour'],
    [47 * 3_600_000, '47 hours'],
    [72 * 3_600_000, '3 days'],
  ])('formats %i ms as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe('failed event texts', () => {
  it('describe an event in the owner’s terms', () => {
    expect(eventText({ type: 'order.paid', orderNumber: 'ABCD1234' })).toContain('Order ABCD1234 was paid');
    expect(eventText({ type: 'order.archived', orderNumber: 'ABCD1234' })).toContain('was archived');
  });

  it.each([
    [{ failed: 0, waiting: 0 }, 'No event has failed.'],
    [{ failed: 0, waiting: 2 }, 'No event has failed. 2 events wait to be applied.'],
    [{ failed: 1, waiting: 1 }, '1 event failed and waits for you. 1 event waits to be applied.'],
    [{ failed: 3, waiting: 0 }, '3 events failed and wait for you.'],
  ])('sum up the counts %j', (counts, text) => {
    expect(eventSummary(counts)).toBe(text);
  });
});

describe('hold texts', () => {
  it.each([
    [{ count: 0, geodes: 0, underPayment: 0 }, 'No stone is on hold now.'],
    [{ count: 1, geodes: 1, underPayment: 0 }, '1 hold keeps 1 stone off sale.'],
    [{ count: 3, geodes: 7, underPayment: 1 }, '3 holds keep 7 stones off sale. 1 of them is being paid.'],
  ])('sum up the counts %j', (counts, text) => {
    expect(holdsSummary(counts)).toBe(text);
  });

  it('give the age of the oldest hold, and no negative age if the clocks differ', () => {
    const times = { oldestStartedAt: '2026-01-01T00:00:00.000Z', lastEndsAt: '2026-01-01T00:12:00.000Z' };
    expect(holdTimes(times, Date.parse('2026-01-01T00:08:30.000Z'))).toMatch(
      /^The oldest began 8 minutes ago, the longest lasts until \d+:12/,
    );
    expect(holdTimes(times, 0)).toContain('less than a minute ago');
  });
});

describe('letter texts', () => {
  const summary = (counts: { failed?: number; off?: number; waiting?: number }, hasMailServer = true) =>
    letterSummary({ counts: { failed: 0, off: 0, waiting: 0, ...counts }, hasMailServer });

  it('counts unsent letters', () => {
    expect(summary({})).toBe('All letters are sent.');
    expect(summary({ off: 2 }, false)).toBe('No mail server is set up, so no letters are sent.');
    expect(summary({ failed: 1, waiting: 2 })).toBe('1 letter failed and waits for you. 2 letters wait to be sent.');
    expect(summary({ off: 3 })).toBe('3 letters were written while there was no mail server.');
  });

  it.each([
    [{ failed: 0, off: 0 }, true, false],
    [{ failed: 1, off: 0 }, true, false],
    [{ failed: 2, off: 0 }, true, true],
    [{ failed: 0, off: 1 }, true, true],
    [{ failed: 2, off: 1 }, false, false],
  ])('offer to try all of %j again, with a mail server: %s, is %s', (counts, hasMailServer, isOffered) =>
    expect(offersTryAll({ counts: { waiting: 0, ...counts }, hasMailServer })).toBe(isOffered),
  );

  it('names a letter, its order and its times', () => {
    expect(letterText({ kind: 'order-paid', orderNumber: 'AB12CD34' })).toBe(
      'Confirmation to the buyer, order AB12CD34',
    );
    expect(letterText({ kind: 'question', orderNumber: null })).toBe('Question of a shopper, to you');
    const times = (tries: number, nextTryAt: string | null) =>
      letterTimes({ createdAt: '2026-11-21T12:00:00Z', tries, nextTryAt });
    expect(times(1, '2026-11-22T12:00:00Z')).toMatch(
      /^Written on Nov 21, 2026.*, tried once, next try on Nov 22, 2026/,
    );
    expect(times(30, null)).toMatch(/^Written on Nov 21, 2026.*, tried 30 times$/);
  });
});
