import { randomUUID } from 'node:crypto';
import { paymentNote, geodesInNote } from '@geodes/contracts';
import type { Bus } from '@geodes/kit';
import { withdrawGeodes } from './repair.js';

const geodes = Array.from({ length: 50 }, () => randomUUID());

describe("Square's note of a payment", () => {
  it('names all geodes of the largest cart within 500 characters', () => {
    const note = paymentNote('0A1B2C3D', geodes);
    expect(note.length).toBeLessThanOrEqual(500);
    expect(geodesInNote(note)).toEqual(geodes.map((id) => id.slice(0, 8)));
  });

  it.each([undefined, null, '', 'Midwest Geodes order 0A1B2C3D', 'table 7; stones of all kinds'])(
    'names no geodes if it says %j',
    (note) => expect(geodesInNote(note)).toEqual([]),
  );
});

describe('the geodes of a lost order', () => {
  it('are withdrawn from sale and listed by title', async () => {
    const calls: unknown[] = [];
    const call = (_: string, command: unknown) => {
      calls.push(command);
      return Promise.resolve({ geodes: [{ id: geodes[0], title: 'Amethyst' }] });
    };
    const bus = { call } as unknown as Bus;
    const note = paymentNote('0A1B2C3D', geodes.slice(0, 1));
    expect(await withdrawGeodes(bus, { id: 'lost', note })).toBe(`${note} (Amethyst)`);
    expect(await withdrawGeodes(bus, { id: 'till', note: 'table 7' })).toBe('table 7');
    expect(calls).toEqual([{ references: [geodes[0]?.slice(0, 8)], squarePaymentId: 'lost' }]);
  });
});
