import { aboutSpecimen, inchesOf, placeOf, tierNames } from './geode-labels.js';

describe('the labels of a geode', () => {
  it('show Keokuk, Hamilton or Special by the text of the location', () => {
    expect(placeOf('Keokuk, Iowa')).toBe('Keokuk');
    expect(placeOf('near HAMILTON, Illinois')).toBe('Hamilton');
    expect(placeOf('Warsaw, Illinois')).toBe('Special');
    expect(placeOf('')).toBe('Special');
  });
  it('name its quality', () => {
    expect(tierNames).toEqual({ S: 'Museum Quality', A: 'Excellent', B: 'Great', C: 'Good' });
  });
  it('take the largest number of the free text as its size', () => {
    expect(inchesOf('4.25 inches')).toBe(4.25);
    expect(inchesOf('2-3 inches')).toBe(3);
    expect(inchesOf('2 3/16 inches')).toBe(2.1875);
    expect(inchesOf('3-1/2 x 2 inches')).toBe(3.5);
    expect(inchesOf('4½ by .75')).toBe(4.5);
    expect(inchesOf('1/0')).toBe(1);
    expect(inchesOf('a handful')).toBeNull();
  });
  it('describe the formation by origin and the value by quantity', () => {
    expect(aboutSpecimen('Keokuk, Iowa', 1).formation).not.toBe(aboutSpecimen('Hamilton, Illinois', 1).formation);
    expect(aboutSpecimen('Keokuk, Iowa', 1).value).not.toBe(aboutSpecimen('Keokuk, Iowa', 3).value);
  });
  it('do not say of a sold geode that it is still there', () => {
    expect(aboutSpecimen('Keokuk, Iowa', 0).value).toBe(
      'It has found its owner. What cannot be made again tends to be kept.',
    );
  });
});
