import { tokenize } from './tokenize.js';

describe('tokenize', () => {
  it('ignores case and accents of search words', () =>
    expect(tokenize('Calcité CRÈME Ångström Łódź weiß İstanbul')).toEqual([
      'calcite',
      'creme',
      'angstrom',
      'lodz',
      'weiss',
      'istanbul',
    ]));

  it('treats composed and decomposed accents alike', () =>
    expect(tokenize('cre\u0300me')).toEqual(tokenize('cr\u00e8me')));

  it('splits at every character that is neither letter nor digit', () =>
    expect(tokenize("Quartz/calcite, 4.5-inch (Keokuk's) it's;drop'table")).toEqual([
      'quartz',
      'calcite',
      '4',
      '5',
      'inch',
      'keokuk',
      's',
      'it',
      'drop',
      'table',
    ]));

  it('returns each word once', () => expect(tokenize('geode Geode GEODE')).toEqual(['geode']));

  it('cuts words to 64 characters', () => expect(tokenize('a'.repeat(5000))[0]).toHaveLength(64));
});
