import { aboutSpecimen, inchesOf, placeOf, tierNames } from './geode-labels.js';

describe('facts of a geode', () => {
  it('has a location badge: Keokuk, Hamilton or Special, according to the words in the location', () => {
    expect(placeOf('Keokuk, Iowa')).toBe('Keokuk');
    expect(placeOf('near HAMILTON, Illinois')).toBe('Hamilton');
    expect(placeOf('Warsaw, Illinois')).toBe('Special');
    expect(placeOf('')).toBe('Special');
  });
  it('names its quality', () => {
    expect(tierNames).toEqual({ S: 'Museum Quality', A: 'Excellent', B: 'Great', C: 'Good' });
  });
  it('measures by the largest number in the free text', () => {
    expect(inchesOf('4.25 inches')).toBe(4.25);
    expect(inchesOf('2-3 inches')).toBe(3);
    expect(inchesOf('a handful')).toBeNull();
  });
  it('tells the formation by origin and the value by whether there is one of it', () => {
    expect(aboutSpecimen('Keokuk, Iowa', 1).formation).not.toBe(aboutSpecimen('Hamilton, Illinois', 1).formation);
    expect(aboutSpecimen('Keokuk, Iowa', 1).value).not.toBe(aboutSpecimen('Keokuk, Iowa', 3).value);
  });
});
