import { bounded, fitted, following, pinched, wheeled } from './use-zoom-gestures.js';

describe('the enlarged picture', () => {
  it('follows the pointer: its corner shows the corner, its middle the middle', () => {
    expect(following(0.5, 0.5, 400, 500, 2)).toEqual({ scale: 2, x: 0, y: 0 });
    expect(following(0, 0, 400, 500, 2)).toEqual({ scale: 2, x: 200, y: 250 });
    expect(following(1, 1, 400, 500, 2)).toEqual({ scale: 2, x: -200, y: -250 });
  });
  it('grows with two fingers, up to four times and not below its own size', () => {
    expect(pinched(fitted, 2, 0, 0, 400, 500).scale).toBe(2);
    expect(pinched(fitted, 9, 0, 0, 400, 500).scale).toBe(4);
    expect(pinched(fitted, 0.2, 30, 30, 400, 500)).toEqual(fitted);
  });
  it('grows and shrinks with the wheel, within the same bounds', () => {
    expect(wheeled(1, -100)).toBeGreaterThan(1.2);
    expect(wheeled(wheeled(2, -100), 100)).toBeCloseTo(2);
    expect([wheeled(1, 500), wheeled(3, -5_000)]).toEqual([1, 4]);
  });
  it('cannot be moved out of its frame', () => {
    expect(bounded({ scale: 2, x: 9_999, y: -9_999 }, 400, 500)).toEqual({ scale: 2, x: 200, y: -250 });
  });
});
