import { toInstant, toLocalMinute } from './dates.js';

const MINUTE = '2026-11-27T18:00';
const INSTANT = new Date(2026, 10, 27, 18, 0).toISOString();

describe('the minute of a datetime-local field', () => {
  it("is in the owner's time zone", () => {
    expect(toLocalMinute(INSTANT)).toBe(MINUTE);
    expect(toInstant(MINUTE)).toBe(INSTANT);
  });

  it('keeps the seconds of the present instant until another minute is chosen', () => {
    const exact = INSTANT.replace(':00.000Z', ':59.999Z');
    expect(toLocalMinute(exact)).toBe(MINUTE);
    expect(toInstant(MINUTE, exact)).toBe(exact);
    expect(toInstant('2026-11-27T18:01', exact)).toBe(new Date(2026, 10, 27, 18, 1).toISOString());
  });

  it.each(['', '122026-11-27T18:00'])('is returned unchanged if it is none: %j', (typed) =>
    expect(toInstant(typed)).toBe(typed),
  );
});
