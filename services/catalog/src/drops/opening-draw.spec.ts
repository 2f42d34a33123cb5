import { randomUUID } from 'node:crypto';
import { DRAW_AFTER_MS, DRAW_SPREAD_MS, turnIn } from './opening-draw.js';

const id = randomUUID();

describe('the turn of a buyer', () => {
  it('is within the draw, whenever the buyer asks', () => {
    for (let buyer = 0; buyer < 100; buyer += 1) {
      const turn = turnIn([{ id, openForMs: 0 }], `buyer ${buyer}`);
      expect(turn).toBeGreaterThanOrEqual(DRAW_AFTER_MS);
      expect(turn).toBeLessThan(DRAW_AFTER_MS + DRAW_SPREAD_MS);
      expect(turnIn([{ id, openForMs: 500 }], `buyer ${buyer}`)).toBeCloseTo(turn - 500);
    }
  });

  it('is another for each geode and each network, and the same for a second request', () => {
    const turns = [
      [id, 'one'],
      [id, 'two'],
      [randomUUID(), 'one'],
      [id, 'one'],
    ].map(([geode, who]) => turnIn([{ id: geode!, openForMs: 0 }], who!));
    expect(new Set(turns).size).toBe(3);
  });

  it('is that of the last of several geodes', () => {
    const opened = Array.from({ length: 5 }, () => ({ id: randomUUID(), openForMs: 10 }));
    expect(turnIn(opened, 'one')).toBe(Math.max(...opened.map((geode) => turnIn([geode], 'one'))));
  });

  it('is at once after the draw, before the instant and without one', () => {
    expect(turnIn([{ id, openForMs: DRAW_AFTER_MS + DRAW_SPREAD_MS }], 'one')).toBe(0);
    expect(turnIn([{ id, openForMs: -1 }], 'one')).toBe(0);
    expect(turnIn([], 'one')).toBe(0);
  });
});
