import { randomUUID } from 'node:crypto';
import { Gate } from './gate.js';

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
