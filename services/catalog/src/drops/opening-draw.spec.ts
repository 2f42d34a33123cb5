import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@geodes/kit';
import type { OpenedGeode } from '../units/availability-reader.js';
import { drawAfterMs, Gate, OpeningDraw } from './opening-draw.js';

/** A clock that notes the pauses. `end` ends them. */
const stoppedClock = () => {
  const ends: (() => void)[] = [];
  const pauses: number[] = [];
  const clock: Clock = {
    now: () => 0,
    wall: () => 0,
    sleep: (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => ends.push(resolve));
    },
  };
  return { clock, pauses, end: () => ends.splice(0).forEach((end) => end()) };
};
const opened = (id: string, openForMs: number): OpenedGeode => ({ id, openForMs, unitsAvailable: 1 });
const settled = () => new Promise(setImmediate);
const done = () => Promise.resolve('done');

describe('the draw of a geode that goes on sale', () => {
  it('begins when people have reacted, and is one for all who ask', async () => {
    const { clock, pauses, end } = stoppedClock();
    const draw = new OpeningDraw(clock);
    const id = randomUUID();
    const foundGone: boolean[] = [];
    const asks = ['one', 'two'].map((who, index) =>
      draw.inTurn([opened(id, 100 + index)], who, (mayBeGone) => {
        foundGone.push(mayBeGone);
        return done();
      }),
    );
    await settled();
    expect([pauses, foundGone]).toEqual([[drawAfterMs(id) - 100], []]);
    end();
    expect(await Promise.all(asks)).toEqual(['done', 'done']);
    expect(foundGone).toEqual([false, true]);
  });

  it('is not at one moment for all geodes of an instant', () => {
    expect([drawAfterMs('0000aaaa'), drawAfterMs('8000aaaa'), drawAfterMs('ffffaaaa')]).toEqual([400, 475, 549]);
  });

  it('is over after that, and there is none before the instant or without one', async () => {
    const { clock, pauses } = stoppedClock();
    const draw = new OpeningDraw(clock);
    for (const geodes of [[], [opened('a', drawAfterMs('a'))], [opened('a', -1)]])
      expect(await draw.inTurn(geodes, 'one', (mayBeGone) => Promise.resolve(mayBeGone))).toBe(false);
    expect(pauses).toEqual([]);
  });

  it('makes latecomers wait only until the geode is gone', async () => {
    const { clock, end } = stoppedClock();
    const draw = new OpeningDraw(clock);
    const id = randomUUID();
    const gone = () => Promise.reject(new AppError('OUT_OF_STOCK', 'Gone.', { geodeIds: [id] }));
    const asks = ['one', 'two', 'three'].map((who) => draw.inTurn([opened(id, 0)], who, gone));
    end();
    for (const result of await Promise.allSettled(asks)) expect(result.status).toBe('rejected');
    expect(await draw.inTurn([opened(id, drawAfterMs(id))], 'four', (mayBeGone) => Promise.resolve(mayBeGone))).toBe(
      false,
    );
  });

  it('refuses buyers while 5,000 wait, and keeps no gate for them', async () => {
    const draw = new OpeningDraw(stoppedClock().clock);
    for (let buyer = 0; buyer < 5_000; buyer += 1) void draw.inTurn([opened('a', 0)], `buyer ${buyer}`, done);
    const late = draw.inTurn([opened('b', 0)], 'late', done);
    await expect(late).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect([...draw['gates'].keys()]).toEqual(['a']);
  });

  it('lets carts of the same geodes pass in any order', async () => {
    const { clock, end } = stoppedClock();
    const draw = new OpeningDraw(clock);
    const [a, b] = [opened('a', 0), opened('b', 0)];
    const asks = Array.from({ length: 20 }, (_, index) =>
      draw.inTurn(index % 2 === 0 ? [a, b] : [b, a], `buyer ${index}`, async () => {
        await settled();
        return done();
      }),
    );
    end();
    expect(await Promise.all(asks)).toHaveLength(20);
  });
});

/** Lets buyers in, notes them in the order in which they enter, and lets each leave at once. */
const passing = (gate: Gate, whos: string[]): { entered: string[]; all: Promise<unknown> } => {
  const entered: string[] = [];
  const pass = async (who: string) => {
    await gate.enter(who);
    entered.push(who);
    gate.leave('failed');
  };
  return { entered, all: Promise.all(whos.map(pass)) };
};
const buyers = Array.from({ length: 40 }, (_, index) => `buyer ${index}`);

describe('a gate', () => {
  it('lets no one in before it opens, and is empty after all have left', async () => {
    const gate = new Gate(randomUUID(), 1);
    const { entered, all } = passing(gate, buyers);
    await Promise.resolve();
    expect([entered, gate.isEmpty]).toEqual([[], false]);
    gate.open();
    await all;
    expect([entered.length, gate.isEmpty]).toEqual([40, true]);
  });

  it('lets them in in an order that depends on geode and network, not on who asked first', async () => {
    const orders = [];
    for (const [geodeId, whos] of [
      ['one', buyers],
      ['one', buyers.toReversed()],
      ['two', buyers],
    ] as const) {
      const gate = new Gate(geodeId, 1);
      const { entered, all } = passing(gate, [...whos]);
      gate.open();
      await all;
      orders.push(entered);
    }
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).not.toEqual(orders[2]);
    expect(orders[0]).not.toEqual(buyers);
  });

  it('lets a second request of a network in after the first of every other', async () => {
    const gate = new Gate(randomUUID(), 1);
    const { entered, all } = passing(gate, [...Array<string>(30).fill('script'), ...buyers]);
    gate.open();
    await all;
    expect(entered.slice(0, 41).toSorted()).toEqual(['script', ...buyers].toSorted());
  });

  it('lets one in at a time while a unit is left, then all, who may find it gone', async () => {
    const gate = new Gate(randomUUID(), 2);
    const found: boolean[] = [];
    for (const who of buyers) void gate.enter(who).then((mayBeGone) => found.push(mayBeGone));
    gate.open();
    for (const [visit, entered] of [
      ['failed', 2],
      ['taken', 3],
      ['taken', 40],
    ] as const) {
      await new Promise(setImmediate);
      gate.leave(visit);
      await new Promise(setImmediate);
      expect(found).toHaveLength(entered);
    }
    expect(found).toEqual(buyers.map((_, index) => index >= 3));
  });

  it('lets all in when one finds the geode gone', async () => {
    const gate = new Gate(randomUUID(), 2);
    let entered = 0;
    for (const who of buyers) void gate.enter(who).then(() => (entered += 1));
    gate.open();
    gate.leave('gone');
    await new Promise(setImmediate);
    expect(entered).toBe(40);
  });
});
