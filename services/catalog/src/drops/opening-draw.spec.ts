import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@geodes/kit';
import type { OpenedGeode } from '../units/availability-reader.js';
import { drawAfterMs, OpeningDraw } from './opening-draw.js';

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
